/** @type {import("../../words.js").Words} */
export default {
  "look.colours": "Four-colour suits",
  "look.theme": "Theme",
  "look.theme.auto": "As the device",
  "look.theme.light": "Light",
  "look.theme.dark": "Dark",
  "look.felt": "Cloth",
  "look.back": "Card backs",
  "look.large": "Large figures on the cards",
  "look.mirror": "Left-handed: mirrored table",
  "colour.green": "Green",
  "colour.blue": "Blue",
  "colour.red": "Red",
  "colour.grey": "Grey",
};

/** @type {import("../../words.js").Words} */
export default {
  "look.colours": "Palos en cuatro colores",
  "look.theme": "Tema",
  "look.theme.auto": "Del aparato",
  "look.theme.light": "Claro",
  "look.theme.dark": "Oscuro",
  "look.felt": "Tapete",
  "look.back": "Dorso",
  "look.large": "Números grandes en las cartas",
  "look.mirror": "Zurdos: mesa en espejo",
  "colour.green": "Verde",
  "colour.blue": "Azul",
  "colour.red": "Rojo",
  "colour.grey": "Gris",
};

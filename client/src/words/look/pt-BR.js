/** @type {import("../../words.js").Words} */
export default {
  "look.colours": "Naipes em quatro cores",
  "look.theme": "Tema",
  "look.theme.auto": "Do aparelho",
  "look.theme.light": "Claro",
  "look.theme.dark": "Escuro",
  "look.felt": "Pano",
  "look.back": "Verso das cartas",
  "look.large": "Números grandes nas cartas",
  "look.mirror": "Canhotos: mesa espelhada",
  "colour.green": "Verde",
  "colour.blue": "Azul",
  "colour.red": "Vermelho",
  "colour.grey": "Cinza",
};

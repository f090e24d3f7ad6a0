/** Words of the pages on people and rooms. @type {import("../../words.js").Words} */
export default {
  "rooms.title": "Salas públicas",
  "rooms.none": "Ahora no hay ninguna sala en la lista.",
  "rooms.how": "Una sala está aquí mientras haya alguien en ella. Para mostrar la tuya, marca «En la lista pública».",
  "rooms.enter": "Entrar",
  "rooms.enter.which": "Entrar en {game} de {host}",
  "rooms.lobby": "reuniéndose",
  "rooms.countdown": "empezando",
  "rooms.racing": "en carrera",
  "rooms.over": "carrera terminada",
  "rooms.seats": "{racers}/{seats} plazas ocupadas",
  "rooms.open_deal": "reparto abierto",
};

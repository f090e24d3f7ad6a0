/** Words of the pages on people and rooms. @type {import("../../words.js").Words} */
export default {
  "rooms.title": "Salas públicas",
  "rooms.none": "Nenhuma sala está na lista agora.",
  "rooms.how": "Uma sala fica aqui enquanto houver alguém nela. Para mostrar a sua, marque “Na lista pública”.",
  "rooms.enter": "Entrar",
  "rooms.enter.which": "Entrar em {game} de {host}",
  "rooms.lobby": "reunindo",
  "rooms.countdown": "começando",
  "rooms.racing": "em corrida",
  "rooms.over": "corrida encerrada",
  "rooms.seats": "{racers}/{seats} lugares ocupados",
  "rooms.open_deal": "distribuição aberta",
};

/** @type {import("../../words.js").Words} */
export default {
  "alone.new": "Novo jogo",
  "alone.again": "As mesmas cartas",
  "alone.invite": "Correr com amigos",
  "alone.leave": "Deixar este jogo?",
  "alone.leave.what": "Ele conta como não vencido.",
  "alone.typed": "Jogar outra distribuição (ID)",
  "alone.time": "Tempo",
  "statistics.none": "Nada ainda: jogue sozinho, e os resultados aparecem aqui.",
  "statistics.what": "Contam os jogos sozinho em que se fez ao menos uma jogada.",
  "statistics.played": "jogados",
  "statistics.won": "vencidos",
  "statistics.time": "melhor tempo",
  "statistics.moves": "menos jogadas",
  "statistics.streak": "vitórias seguidas",
  "statistics.longest": "maior série",
};

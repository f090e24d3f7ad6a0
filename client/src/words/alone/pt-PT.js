/** @type {import("../../words.js").Words} */
export default {
  "alone.new": "Novo jogo",
  "alone.again": "As mesmas cartas",
  "alone.invite": "Correr com amigos",
  "alone.leave": "Deixar este jogo?",
  "alone.leave.what": "Conta como não ganho.",
  "alone.typed": "Jogar outra distribuição (ID)",
  "alone.time": "Tempo",
  "statistics.none": "Ainda nada: joga a sós, e os resultados aparecem aqui.",
  "statistics.what": "Contam os jogos a sós em que se fez pelo menos uma jogada.",
  "statistics.played": "jogados",
  "statistics.won": "ganhos",
  "statistics.time": "melhor tempo",
  "statistics.moves": "menos jogadas",
  "statistics.streak": "vitórias seguidas",
  "statistics.longest": "máximo seguidas",
};

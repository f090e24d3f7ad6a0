/** @type {import("../../words.js").Words} */
export default {
  "alone.new": "Juego nuevo",
  "alone.again": "Las mismas cartas",
  "alone.invite": "Competir con amigos",
  "alone.leave": "¿Dejar este juego?",
  "alone.leave.what": "Cuenta como no ganado.",
  "alone.typed": "Jugar otro reparto (ID)",
  "alone.time": "Tiempo",
  "statistics.none": "Aún nada: juega en solitario y los resultados aparecerán aquí.",
  "statistics.what": "Cuentan los juegos en solitario con al menos una jugada.",
  "statistics.played": "jugados",
  "statistics.won": "ganados",
  "statistics.time": "mejor tiempo",
  "statistics.moves": "menos jugadas",
  "statistics.streak": "victorias seguidas",
  "statistics.longest": "mejor racha",
};

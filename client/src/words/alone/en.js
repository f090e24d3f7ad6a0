/** @type {import("../../words.js").Words} */
export default {
  "alone.new": "New game",
  "alone.again": "Same cards again",
  "alone.invite": "Race friends",
  "alone.leave": "Leave this game?",
  "alone.leave.what": "It counts as not won.",
  "alone.typed": "Play another deal (ID)",
  "alone.time": "Time",
  "statistics.none": "Nothing yet: play alone, and the results will be here.",
  "statistics.what": "Games alone with at least one move count.",
  "statistics.played": "played",
  "statistics.won": "won",
  "statistics.time": "best time",
  "statistics.moves": "fewest moves",
  "statistics.streak": "wins in a row",
  "statistics.longest": "longest streak",
};

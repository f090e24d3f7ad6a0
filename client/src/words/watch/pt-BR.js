/** Palavras do que acompanha quem assiste a uma corrida. @type {import("../../words.js").Words} */
export default {
  "watch.several": "Várias mesas",
  "watch.only": "Assistir só a {name}",
  "remark.lead": "{name} assume a liderança",
  "remark.set": "{name} completa o conjunto {n}",
  "remark.first.sets": "{name} completa antes de todos o conjunto {n}",
  "remark.first.home": "{name} chega antes de todos a {n} cartas nas fundações",
  "remark.first.placed": "{name} chega antes de todos a {n} cartas no lugar",
  "remark.finished.first": "{name} termina antes de todos!",
  "remark.finished": "{name} terminou",
  "remark.gave_up": "{name} desiste",
  "remark.think": "{name} está pensando há {n} segundos",
  "remark.paused": "Em pausa: o relógio está parado",
};

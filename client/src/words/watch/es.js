/** Palabras de lo que acompaña a quien mira una carrera. @type {import("../../words.js").Words} */
export default {
  "watch.several": "Varias mesas",
  "watch.only": "Ver solo a {name}",
  "remark.lead": "{name} se pone en cabeza",
  "remark.set": "{name} completa la serie {n}",
  "remark.first.sets": "{name} completa antes que nadie la serie {n}",
  "remark.first.home": "{name} llega antes que nadie a {n} cartas en las bases",
  "remark.first.placed": "{name} llega antes que nadie a {n} cartas en su sitio",
  "remark.finished.first": "¡{name} termina antes que nadie!",
  "remark.finished": "{name} ha terminado",
  "remark.gave_up": "{name} abandona",
  "remark.think": "{name} lleva {n} segundos pensando",
  "remark.paused": "En pausa: el reloj está parado",
};

/** Words of what comes with watching a race. @type {import("../../words.js").Words} */
export default {
  "watch.several": "Several tables",
  "watch.only": "Watch {name} alone",
  "remark.lead": "{name} takes the lead",
  "remark.set": "{name} completes set {n}",
  "remark.first.sets": "{name} is the first to complete set {n}",
  "remark.first.home": "{name} is the first with {n} cards home",
  "remark.first.placed": "{name} is the first with {n} cards in place",
  "remark.finished.first": "{name} is the first to finish!",
  "remark.finished": "{name} has finished",
  "remark.gave_up": "{name} gives up",
  "remark.think": "{name} has been thinking for {n} seconds",
  "remark.paused": "Paused: the clock stands still",
};

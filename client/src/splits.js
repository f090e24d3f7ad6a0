/**
 * Times on the way, to be compared: at each set, or where so much is at home that a quarter, half, three quarters and all of
 * the game are done. Pure.
 *
 * @typedef {{label: string, time: number | null, best: boolean}} Split `time` null: never got there; `best`: of several who did
 */

/**
 * @param {readonly {splits: readonly number[]}[]} results `splits`: when so many were at home, from one on
 * @param {Pick<import("./families.js").Family, "goal" | "home">} family
 * @returns {Split[][]} by result; no column that nobody reached
 */
export function compareSplits(results, { goal, home }) {
  const marks =
    home === "sets"
      ? Array.from({ length: goal }, (_, i) => ({ label: String(i + 1), at: i + 1 }))
      : [25, 50, 75, 100].map((part) => ({ label: `${part}%`, at: (goal * part) / 100 }));
  const reached = marks.filter(({ at }) => results.some(({ splits }) => splits.length >= at));
  return results.map(({ splits }) =>
    reached.map(({ label, at }) => {
      const time = splits[at - 1] ?? null;
      const others = results.flatMap((other) => other.splits[at - 1] ?? []);
      return { label, time, best: others.length > 1 && time === Math.min(...others) };
    }),
  );
}

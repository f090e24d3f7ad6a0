/** The table by keyboard. Single letters count only while the table has the focus (or nothing has it). */

/**
 * @param {import("./board.js").Board} board
 * @param {import("./board.js").Intents} intents
 */
export function listenToKeys(board, intents) {
  board.element.addEventListener("focusin", ({ target }) => {
    const cell = board.cells.find(({ element }) => element === target);
    if (!cell) return;
    for (const { element } of board.cells) element.tabIndex = element === target ? 0 : -1;
  });

  document.addEventListener("keydown", (event) => {
    const free = document.activeElement === document.body || board.element.contains(document.activeElement);
    if (!board.element.isConnected || !free || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (act(event)) event.preventDefault();
  });

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key meant something
   */
  function act({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }) {
    const pile = board.focusedPile();
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "z") return intents.undo();
    if (ctrlKey || metaKey || altKey) return false;
    switch (key) {
      case "ArrowLeft":
      case "ArrowRight":
        return step(pile, key === "ArrowLeft" ? -1 : 1);
      case "ArrowUp":
      case "ArrowDown":
        return cross(pile, key === "ArrowUp" ? -1 : 1);
      case "Home":
      case "End":
        return pile !== null && go(key === "Home" ? 0 : board.cells.length - 1);
      case "Enter":
      case " ":
        if (pile === null || repeat || !board.mine) return pile !== null;
        if (board.table.piles[pile]?.kind === "stock") intents.deal();
        else if (key === "Enter") intents.enter(pile);
        else intents.take(pile);
        return true;
      case "Escape":
        return intents.release();
    }
    const letter = key.toLowerCase();
    if (letter === "s" || letter === "p") intents.tell(letter === "s" ? "table" : "race");
    else if (repeat) return false;
    else if (letter === "u") return intents.undo();
    else if (letter === "n") return intents.renew();
    else if (key === "?") return intents.help();
    else if (!board.mine) return false;
    else if (letter === "d") intents.deal();
    else if (letter === "h") intents.hint();
    else if (letter === "f") intents.finish();
    else return false;
    return true;
  }

  /** @param {number} at */
  function go(at) {
    const target = board.cells[at]?.piles[0];
    if (target !== undefined) board.focus(target);
    return true;
  }

  /**
   * @param {number | null} pile
   * @param {number} by
   */
  function step(pile, by) {
    if (pile === null) return go(0);
    const at = board.cells.findIndex(({ piles }) => piles.includes(pile));
    return go((at + by + board.cells.length) % board.cells.length);
  }

  /**
   * To the nearest cell of the row above or below, and from the last one round to the first.
   * @param {number | null} pile
   * @param {number} by
   */
  function cross(pile, by) {
    if (pile === null) return go(0);
    const { rows, places } = board.geometry;
    const at = rows.findIndex((row) => row.some((piles) => piles.includes(pile)));
    const [nearest] = [...(rows[(at + by + rows.length) % rows.length] ?? [])].sort(
      (a, b) => away(a, pile) - away(b, pile),
    );
    if (nearest?.[0] !== undefined) board.focus(nearest[0]);
    return true;

    /** @param {readonly number[]} piles @param {number} from */
    function away([first = 0], from) {
      return Math.abs((places[first]?.x ?? 0) - (places[from]?.x ?? 0));
    }
  }
}

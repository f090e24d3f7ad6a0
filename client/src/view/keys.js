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
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "z") {
      if (board.mine) intents.undo();
      return board.mine;
    }
    if (ctrlKey || metaKey || altKey) return false;
    switch (key) {
      case "ArrowLeft":
      case "ArrowRight":
        return step(pile, key === "ArrowLeft" ? -1 : 1);
      case "ArrowUp":
      case "ArrowDown":
        return cross(pile);
      case "Home":
      case "End":
        return pile !== null && go(key === "Home" ? 0 : board.cells.length - 1);
      case "Enter":
      case " ":
        if (pile === null || repeat || !board.mine) return pile !== null;
        enter(pile);
        return true;
    }
    const letter = key.toLowerCase();
    if (letter === "s" || letter === "p") intents.tell(letter === "s" ? "table" : "race");
    else if (!board.mine || repeat) return false;
    else if (letter === "u") intents.undo();
    else if (letter === "d") intents.deal();
    else return false;
    return true;
  }

  /** @param {number} pile */
  function enter(pile) {
    const kind = board.table.piles[pile]?.kind;
    if (kind === "stock") intents.deal();
    else if (kind === "column" && intents.enter(pile) === "picker") intents.pick(pile);
    else intents.tap(pile, Math.min(1, board.table.piles[pile]?.cards.length ?? 0));
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

  /** Between the columns and what lies in the rail. @param {number | null} pile */
  function cross(pile) {
    if (pile === null) return go(0);
    const inRail = board.table.piles[pile]?.kind !== "column";
    const at = board.cells.findIndex(({ piles }) => (board.table.piles[piles[0] ?? 0]?.kind === "column") === inRail);
    return at >= 0 && go(at);
  }
}

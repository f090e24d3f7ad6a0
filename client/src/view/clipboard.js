/**
 * Copies a text. Pages that came by plain http from another machine have no clipboard of their own: there the old way works.
 * @param {string} text
 * @returns {Promise<boolean>} whether it is on the clipboard
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

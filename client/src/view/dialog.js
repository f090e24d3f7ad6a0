/** Native modal dialogs: Esc, the focus kept inside and given back afterwards come with them. */
import { render } from "lit-html";

/**
 * @param {() => unknown} template
 * @param {{label: string}} how
 */
export function openDialog(template, { label }) {
  const element = document.createElement("dialog");
  element.setAttribute("aria-label", label);
  const draw = () => render(template(), element);
  element.addEventListener("close", () => element.remove());
  // A press outside of it: the dialog's own box is filled by its form, so only the backdrop hits the dialog itself.
  element.addEventListener("pointerdown", (event) => {
    if (event.target === element) element.close();
  });
  draw();
  document.body.append(element);
  element.showModal();
  return { element, draw, close: () => element.close() };
}

/** Closes whatever dialog is open: what it was about has passed. */
export function closeDialogs() {
  for (const element of document.querySelectorAll("dialog")) element.close();
}

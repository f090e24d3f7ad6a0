/** Two places that screen readers listen to: one for news, one for what can't wait. The same words twice are said twice. */

/**
 * @param {"status" | "alert"} role
 */
function voice(role) {
  const element = document.createElement("div");
  element.className = "unseen voice";
  element.setAttribute("role", role);
  element.setAttribute("aria-atomic", "true");
  document.body.append(element);
  /** What comes in one moment is said together: else only the last of it would be heard. @type {string[]} */
  let waiting = [];
  return (/** @type {string} */ text) => {
    element.textContent = "";
    waiting = [...waiting.slice(-2), text];
    requestAnimationFrame(() => {
      if (waiting.length) element.textContent = waiting.join(" ");
      waiting = [];
    });
  };
}

export const createAnnouncer = () => ({ news: voice("status"), alert: voice("alert") });

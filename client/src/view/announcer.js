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
  return (/** @type {string} */ text) => {
    element.textContent = "";
    requestAnimationFrame(() => {
      element.textContent = text;
    });
  };
}

export const createAnnouncer = () => ({ news: voice("status"), alert: voice("alert") });

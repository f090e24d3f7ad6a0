/** Shows a QR code; what draws it comes with the first one. */
import { reason } from "../words.js";

/**
 * @param {import("../app.js").App} app
 * @param {string} text
 * @param {string} title
 * @param {string} what it is good for
 */
export async function showQr(app, text, title, what) {
  const view = await import("../view/qr.js").catch(() => null);
  if (view) view.showQr(text, { title, what });
  else app.say(reason("no_connection"), "refusal");
}

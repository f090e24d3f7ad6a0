/**
 * Stands in the head of the page itself: the connection that a room needs, and what is first heard from it, begin before
 * any other script is here. `begun.js` hands them over.
 */
const code = /^\/r\/([\w-]+)$/.exec(location.pathname)?.[1];
/** So many messages wait; more is more than a page that is still being loaded should keep. */
const MOST = 64;

if (code) {
  const ws = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws?code=${code}`, "corrida.1");
  ws.binaryType = "arraybuffer";
  /** @type {[ArrayBuffer, number][]} */
  const heard = [];
  ws.onmessage = ({ data }) => {
    if (heard.push([data, performance.now()]) > MOST) ws.close();
  };
  Object.assign(window, { begun: { code, ws, heard } });
}

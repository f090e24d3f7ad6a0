/** Small signs for buttons: those of the first table. */
import { html } from "lit-html";

const PATHS = {
  check: "M5 12.500 10 17.500 19.500 7",
  robot: "M6 9h12v10H6zM12 9V5M9.500 13.500v1M14.500 13.500v1M3.500 12v4M20.500 12v4",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 9.200a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600Z",
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 5 4.500 9.500 9 14M5 9.500h9a5.500 5.500 0 0 1 0 11h-3",
  flag: "M6 21V4M6 5c5-3 7 3 12 0v9c-5 3-7-3-12 0",
  hint: "M9 17h6M10 20.500h4M12 3.500a6 6 0 0 0-3.500 10.900c.500.400.500 1 .500 2.600h6c0-1.600 0-2.200.500-2.600A6 6 0 0 0 12 3.500Z",
  close: "M6 6l12 12M18 6 6 18",
  away: "M4 4l16 16M8.500 8.500A8 8 0 0 0 5 11M2 8a12 12 0 0 1 3-2M12 7a10 10 0 0 1 10 1.500M15 11.500a7 7 0 0 1 4 1.500M12 18.500h.01",
  clock: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM12 7.500V12l3 2",
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) => drawIcon(PATHS[name]);

/** @param {string} path */
export const drawIcon = (path) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;

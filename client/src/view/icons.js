/** Small signs for buttons: those that come later than the first table. */
import { drawIcon, icon as firstIcon } from "./icon.js";

const PATHS = {
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  crown: "M4 18h16M4.500 15 3 7l5 3.500L12 5l4 5.500L21 7l-1.500 8z",
  seal: "M12 3.500 19 6v6c0 4.500-3 7-7 8.500C8 19 5 16.500 5 12V6zM9 12l2.200 2.200L15.200 10",
  several: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  one: "M4 4h16v16H4z",
  leave: "M14 4H6v16h8M11 12h9M16.500 8l4 4-4 4",
  again: "M19 12a7 7 0 1 1-2.500-5.400M17 3v4h-4",
  sign: "M4 5h16v11h-9l-4 4v-4H4zM8.500 9.500h7M8.500 12h4",
  look: "M12 3.500a8.500 8.500 0 1 0 0 17c1.500 0 2-1 2-2 0-1.500-1-2-1-3 0-1.300 1-2 2.500-2h2c2 0 3-1.500 3-3.500 0-3.500-3.800-6.500-8.500-6.500ZM7.500 12h.01M9.500 8h.01M14.500 8h.01",
  people: "M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M16 11.500a3 3 0 1 0-1.500-5.500M17.500 14.500c2.500.5 4 2.500 4 5.500",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1.100 1.100M17.300 17.300l1.100 1.100M18.400 5.600l-1.100 1.100M6.700 17.300l-1.100 1.100",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM14 18h2v2h-2zM18 18h2v2h-2z",
  world: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
};

/** @typedef {keyof typeof PATHS} Later */

/** Any of all signs. @param {Parameters<typeof firstIcon>[0] | Later} name */
export const icon = (name) => (name in PATHS ? drawIcon(PATHS[/** @type {Later} */ (name)]) : firstIcon(/** @type {Parameters<typeof firstIcon>[0]} */ (name)));

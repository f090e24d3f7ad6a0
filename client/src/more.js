/** What the first table does without, in one file that comes after it: few files share more, and weigh less. */
import "./art/spanishdeck.js";

export { lobbyPage } from "./pages/lobby.js";
export { openHelp } from "./pages/help.js";
export { openLook } from "./pages/look.js";
export { openMenu } from "./pages/menu.js";
export { resultPage } from "./pages/result.js";
export * as people from "./pages/people.js";
export { knowBlocked } from "./pages/signpicker.js";
export * as rooms from "./pages/rooms.js";
export * as rules from "./pages/rules.js";
export * as statistics from "./pages/statistics.js";
export { told } from "./told.js";
export { cheer } from "./view/cheer.js";
export { openPicker } from "./view/picker.js";

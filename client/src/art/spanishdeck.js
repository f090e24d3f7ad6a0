/** Whoever imports this can draw Spanish cards. */
import { learnSpanish } from "./faces.js";
import * as drawings from "./spanish.js";

learnSpanish(drawings);

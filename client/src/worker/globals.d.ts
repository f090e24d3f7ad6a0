/** Addresses of the built files, and a name for just these: filled in by the build. */
declare const FILES: string[];
declare const VERSION: string;

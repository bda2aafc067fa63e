/** Puts the page of the console in the place of the module that makes it from its sources: `node build.ts`. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";

const folder = import.meta.dirname;
copyFileSync(join(folder, "../console/dist/page.js"), join(folder, "dist/console/page-files.js"));

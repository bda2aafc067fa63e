/** Replaces the module that builds the console's page from its sources with the finished page: `node build.ts`. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";

const folder = import.meta.dirname;
copyFileSync(join(folder, "../console/dist/page.js"), join(folder, "dist/console/page-files.js"));

/** Builds the page as a module of the service's package: `node build.ts`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageModule } from "./bundle.ts";

const folder = join(import.meta.dirname, "dist");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "page.js"), await pageModule());

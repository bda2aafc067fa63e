/** Builds every published package into its `dist`: `npm run build`. */
import { build } from "./run.ts";

console.log(build());

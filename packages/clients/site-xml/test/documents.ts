import { readFileSync } from "node:fs";

/** Returns a document in the form in which the file system service serves it, with every property that its API names. */
export function servedDocument(name: "fs-site" | "core-site"): string {
  return readFileSync(new URL(`documents/${name}.xml`, import.meta.url), "utf8");
}

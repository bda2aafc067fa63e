import { makeFolder } from "./files/write-file.ts";
import { locate } from "./locations.ts";
import { contextOfThisProcess } from "./process-context.ts";

/** Caches the compiled code of all modules that are loaded later. If the cache cannot be written, code is compiled each time. */
export function keepCompiled(): void {
  const { cache } = locate(contextOfThisProcess());
  const folder = `${cache}/compiled`;
  try {
    makeFolder(folder);
  } catch {
    return;
  }
  process.getBuiltinModule("node:module").enableCompileCache(folder);
}

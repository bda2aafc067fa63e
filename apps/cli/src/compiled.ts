import { locate, makeFolder, surroundingsOfThisProcess } from "@reeve/profiles";

/**
 * What is loaded from here on is compiled once, and kept beside what else can be found out again. Where it cannot be kept, it is compiled
 * each time.
 */
export function keepCompiled(): void {
  const { cache } = locate(surroundingsOfThisProcess());
  const folder = `${cache}/compiled`;
  try {
    makeFolder(folder);
  } catch {
    return;
  }
  process.getBuiltinModule("node:module").enableCompileCache(folder);
}

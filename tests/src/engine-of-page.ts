import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Engine } from "@reeve/orchestrator/engine";

const root = dirname(dirname(import.meta.dirname));

/** Loads the engine of the page on writing an engine, so that tests and trials run the code that readers copy. */
export async function engineOfPage(): Promise<Engine> {
  const page = readFileSync(join(root, "docs/how-to/write-an-engine.md"), "utf8");
  const [, code] = /^```ts\n([\s\S]*?)^```$/m.exec(page) ?? [];
  if (code === undefined) throw new Error("the page on writing an engine shows no engine");
  // The code must be in the repository, because it imports packages.
  const folder = mkdtempSync(join(root, "tests/.readme-engine-"));
  try {
    const file = join(folder, "engine.ts");
    writeFileSync(file, `${code}\nexport { engine };\n`);
    const { engine } = (await import(/* @vite-ignore */ file)) as { readonly engine: Engine };
    return engine;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

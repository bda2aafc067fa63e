import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHAPES } from "./shapes.ts";

/** How much memory the documents of one shape need. */
export interface MemoryUse {
  readonly shape: string;
  /** The memory as a multiple of the document's bytes. The document itself is included. */
  readonly growth: number;
  /** The same for fast-xml-parser alone. */
  readonly library: number;
  /** What the last document contained. */
  readonly outcome: string;
}

/**
 * Reads a document of each shape in a process of its own, and has fast-xml-parser alone parse it in another one. The figures are higher on
 * a busy machine, where garbage is collected late.
 */
export function* measureMemory(length: number): Generator<MemoryUse> {
  const folder = mkdtempSync(join(tmpdir(), "site-xml-memory-"));
  const file = join(folder, "site.xml");
  const program = fileURLToPath(new URL("shape.ts", import.meta.url));
  try {
    for (const [shape, make] of Object.entries(SHAPES)) {
      writeFileSync(file, make(length - 200));
      const [own, library] = [[], ["library"]].map((more): { readonly grown: number; readonly outcome: string } => {
        const { stdout, stderr, status } = spawnSync(process.execPath, [program, file, ...more], { encoding: "utf8" });
        if (status !== 0) throw new Error(`${shape} ended the process: ${stderr.slice(0, 1000)}`);
        return JSON.parse(stdout);
      });
      yield { shape, growth: own?.grown ?? 0, library: library?.grown ?? 0, outcome: own?.outcome ?? "" };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

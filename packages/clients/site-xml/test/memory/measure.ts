import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHAPES } from "./shapes.ts";

/** How much memory the documents of one shape need. */
export interface MemoryUse {
  readonly shape: string;
  /** For each length, the memory as a multiple of the document's bytes. The document itself is included. */
  readonly growths: readonly number[];
  /** What the last document contained. */
  readonly outcome: string;
}

/**
 * Reads a document of each shape and each length in a process of its own, and iterates over it. The figures are higher on a busy machine,
 * where garbage is collected late.
 */
export function* measureMemory(lengths: readonly number[]): Generator<MemoryUse> {
  const folder = mkdtempSync(join(tmpdir(), "site-xml-memory-"));
  const file = join(folder, "site.xml");
  const program = fileURLToPath(new URL("shape.ts", import.meta.url));
  try {
    for (const [shape, make] of Object.entries(SHAPES)) {
      let outcome = "";
      const growths = lengths.map((length) => {
        writeFileSync(file, make(length - 200));
        const { stdout, stderr, status } = spawnSync(process.execPath, [program, file], { encoding: "utf8" });
        if (status !== 0) throw new Error(`${shape} ended the process: ${stderr.slice(0, 1000)}`);
        const measured: { readonly grown: number; readonly outcome: string } = JSON.parse(stdout);
        outcome = measured.outcome;
        return measured.grown;
      });
      yield { shape, growths, outcome };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

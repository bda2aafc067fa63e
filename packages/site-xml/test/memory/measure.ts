import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHAPES } from "./shapes.ts";

/** How much memory documents of one shape take. */
export interface MemoryUse {
  readonly shape: string;
  /** One of each length, in multiples of its bytes, which are counted, too. */
  readonly growths: readonly number[];
  /** What the last one holds. */
  readonly outcome: string;
}

/**
 * Reads a document of each shape and length and walks through it, each in a process of its own. A busy machine collects garbage late,
 * so that what takes more than `most` is measured again, and the least counts.
 */
export function* measureMemory(lengths: readonly number[], most: number): Generator<MemoryUse> {
  const folder = mkdtempSync(join(tmpdir(), "site-xml-memory-"));
  const file = join(folder, "site.xml");
  const program = fileURLToPath(new URL("shape.ts", import.meta.url));
  try {
    for (const [shape, make] of Object.entries(SHAPES)) {
      let outcome = "";
      const growths = lengths.map((length) => {
        writeFileSync(file, make(length - 200));
        let least = Number.POSITIVE_INFINITY;
        for (let time = 0; time < TIMES && least > most; time++) {
          const { stdout, stderr, status } = spawnSync(process.execPath, [program, file], { encoding: "utf8" });
          if (status !== 0) throw new Error(`${shape} ended the process: ${stderr.slice(0, 1000)}`);
          const measured: { readonly grown: number; readonly outcome: string } = JSON.parse(stdout);
          least = Math.min(least, measured.grown);
          outcome = measured.outcome;
        }
        return least;
      });
      yield { shape, growths, outcome };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const TIMES = 3;

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHAPES } from "./shapes.ts";

/** How much memory reading documents of one shape takes. */
export interface MemoryUse {
  readonly shape: string;
  /** One of each length, in multiples of its bytes, which are counted, too. */
  readonly sizes: readonly { readonly read: number; readonly whole: number }[];
  /** What the last one holds. */
  readonly outcome: string;
}

/** Reads a document of each shape and length, each in a process of its own. */
export function* measureMemory(lengths: readonly number[]): Generator<MemoryUse> {
  const folder = mkdtempSync(join(tmpdir(), "site-xml-memory-"));
  const file = join(folder, "site.xml");
  const program = fileURLToPath(new URL("shape.ts", import.meta.url));
  try {
    for (const [shape, make] of Object.entries(SHAPES)) {
      const measured = lengths.map((length) => {
        writeFileSync(file, make(length - 200));
        const { stdout, stderr, status } = spawnSync(process.execPath, [program, file], { encoding: "utf8" });
        if (status !== 0) throw new Error(`${shape} ended the process: ${stderr.slice(0, 1000)}`);
        return JSON.parse(stdout);
      });
      yield { shape, sizes: measured, outcome: measured.at(-1).outcome };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHAPES } from "./shapes.ts";

/** How much memory reading a document takes, in multiples of its bytes, which are counted, too. */
export interface MemoryUse {
  readonly shape: string;
  readonly ratio: number;
  readonly outcome: string;
}

/** Reads a document of each shape, each in a process of its own. */
export function measureMemory(length: number): readonly MemoryUse[] {
  const folder = mkdtempSync(join(tmpdir(), "site-xml-memory-"));
  try {
    return Object.entries(SHAPES).map(([shape, make]) => {
      const file = join(folder, "site.xml");
      writeFileSync(file, make(length - 200));
      const program = fileURLToPath(new URL("shape.ts", import.meta.url));
      const { stdout, stderr, status } = spawnSync(process.execPath, [program, file], { encoding: "utf8" });
      if (status !== 0) throw new Error(`${shape} ended the process: ${stderr.slice(0, 1000)}`);
      return { shape, ...JSON.parse(stdout) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

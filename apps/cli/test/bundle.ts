import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the published bundle. */
    program: string;
  }
}

/** Bundles the command line once for all tests, so that they run what users install. */
export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(import.meta.dirname, "../node_modules/.bundle-"));
  execFileSync(process.execPath, [join(import.meta.dirname, "../build.ts"), folder]);
  provide("program", join(folder, "reeve.cjs"));
  return () => rmSync(folder, { recursive: true, force: true });
}

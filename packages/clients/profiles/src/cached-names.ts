import { isRecord } from "@reeve/contract";
import { makeFolder } from "./files/write-file.ts";
import { locate } from "./locations.ts";
import type { ProcessContext } from "./process-context.ts";

/** Maximum age in milliseconds of cached names. */
const FRESH = 20_000;

/**
 * The names that a completion offers, such as those of topics: from the cache, or from `ask` if the cached names are too old. `about` is
 * the key: the server, the identity, and what is named.
 */
export async function cachedNames(
  about: readonly string[],
  { processContext, now }: { readonly processContext: ProcessContext; now(): number },
  ask: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const { join } = process.getBuiltinModule("node:path");
  const digest = createHash("sha256").update(about.join("\n")).digest("hex");
  const file = join(locate(processContext).cache, "names", `${digest.slice(0, 24)}.json`);
  const kept = readNames(file, now());
  if (kept) return kept;
  // Names with control characters are left out: users cannot type them, and such characters could harm the shell.
  const harmless = (await ask()).filter((name) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(name));
  keepNames(file, harmless, now());
  return harmless;
}

function readNames(file: string, now: number): readonly string[] | undefined {
  try {
    const kept: unknown = JSON.parse(process.getBuiltinModule("node:fs").readFileSync(file, "utf8"));
    if (!isRecord(kept) || typeof kept.at !== "number" || !Array.isArray(kept.names)) return undefined;
    return Math.abs(now - kept.at) < FRESH ? kept.names.map(String) : undefined;
  } catch {
    return undefined;
  }
}

function keepNames(file: string, names: readonly string[], now: number): void {
  try {
    makeFolder(process.getBuiltinModule("node:path").dirname(file));
    process.getBuiltinModule("node:fs").writeFileSync(file, JSON.stringify({ at: now, names }), { mode: 0o600 });
  } catch {
    // If the cache cannot be written, the next completion asks the server again.
  }
}

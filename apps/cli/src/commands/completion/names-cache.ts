import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "@reeve/commands";
import { isRecord } from "@reeve/contract";
import { locate, makeFolder } from "@reeve/profiles";

/** Maximum age in milliseconds of cached names. */
const FRESH = 20_000;

/** Returns names from the cache, or fetches them from the server if the cached names are too old. */
export async function cachedNames(
  about: readonly string[],
  { processContext, now }: Context,
  ask: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const digest = createHash("sha256").update(about.join("\n")).digest("hex");
  const file = join(locate(processContext).cache, "names", `${digest.slice(0, 24)}.json`);
  const kept = readCache(file, now());
  if (kept) return kept;
  // Names with control characters are left out: users cannot type them, and such characters could harm the shell.
  const harmless = (await ask()).filter((name) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(name));
  keep(file, harmless, now());
  return harmless;
}

function readCache(file: string, now: number): readonly string[] | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isRecord(kept) || typeof kept.at !== "number" || !Array.isArray(kept.names)) return undefined;
    return Math.abs(now - kept.at) < FRESH ? kept.names.map(String) : undefined;
  } catch {
    return undefined;
  }
}

function keep(file: string, names: readonly string[], now: number): void {
  try {
    makeFolder(dirname(file));
    writeFileSync(file, JSON.stringify({ at: now, names }), { mode: 0o600 });
  } catch {
    // If the cache cannot be written, the next completion asks the server again.
  }
}

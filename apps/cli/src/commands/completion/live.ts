import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "@reeve/contract";
import { identityOf, locate, makeFolder } from "@reeve/profiles";
import type { Context } from "../../model/context.ts";
import type { Given } from "../../model/given.ts";
import { liveNames } from "../../operations/live-names.ts";
import { serviceKind } from "../../services/by-name.ts";
import { sessionOf } from "../../session/open.ts";
import { serviceOf, settingsOf, urlOf } from "../../session/settings.ts";

/** Nobody waits longer than this for a word. */
const PATIENCE = 1_500;

/** For so long names are good enough as they were. */
const FRESH = 20_000;

/** Names that live on the server, from a cache while it is fresh; none where the server takes too long. Only reads are sent. */
export async function liveCandidates(
  service: string,
  field: string,
  flags: ReadonlyMap<string, string>,
  context: Context,
): Promise<readonly string[]> {
  const given: Given = {
    path: [service],
    words: new Map(),
    flags: new Map([...flags].filter(([name]) => CONNECTION.has(name)).map(([name, value]) => [name, [value]])),
  };
  const kind = await serviceKind(service);
  const settings = settingsOf(given, context);
  const about = [
    urlOf(settings),
    serviceOf(settings, kind.api.name),
    settings.login ? identityOf(settings.login.value) : "",
    kind.api.name,
    field,
  ];
  const file = join(
    locate(context.surroundings).cache,
    "names",
    `${createHash("sha256").update(about.join("\n")).digest("hex").slice(0, 24)}.json`,
  );
  const kept = recall(file, context.now());
  if (kept) return kept;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(PATIENCE)]);
  const session = await sessionOf(kind, given, { ...context, signal });
  try {
    const names = (await liveNames(session, field)) ?? [];
    // What has a control character in it cannot be typed, and has no place in a shell.
    const harmless = names.filter((name) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(name));
    keep(file, harmless, context.now());
    return harmless;
  } finally {
    await session.close();
  }
}

const CONNECTION = new Set(["profile", "url", "service", "revision", "ca"]);

function recall(file: string, now: number): readonly string[] | undefined {
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
    // A cache that cannot be written to costs the next completion a request.
  }
}

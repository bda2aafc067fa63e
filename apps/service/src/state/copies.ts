import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "@reeve/contract";
import { copyState, type Log, stateFormat } from "@reeve/orchestrator";
import { tryOrLog } from "../record/log.ts";
import { DRAFT } from "./state-folder.ts";

/** A copy of the orchestrator's part of the state. */
export interface StateCopy {
  /** The name of its folder, which begins with the time. */
  readonly name: string;
  /** When it was made (ISO 8601, UTC). */
  readonly at: string;
  /** The version that wrote the state; null if this version did not record itself. */
  readonly version: string | null;
  /** The format of the state. */
  readonly format: number;
  /** Why it was made: before an upgrade, or before a restore of another copy. */
  readonly before: "upgrade" | "restore";
  readonly bytes: number;
  /** The path of the database. */
  readonly file: string;
}

/** The folder of the copies in the state, and that of the orchestrator's part. */
const COPIES = "copies";
const ORCHESTRATOR = "orchestrator";

/** The file with the version that wrote the state. */
const VERSION_FILE = "version";

/** How many copies are kept for each reason. */
const KEPT = 3;

/** The folder with the orchestrator's part of a state. */
export function orchestratorFolder(state: string): string {
  return join(state, ORCHESTRATOR);
}

/** Makes a copy if another version wrote the state, so that there is a way back. A failure is logged, and the service starts. */
export function copyBeforeUpgrade(state: string, version: string, now: number, log: Log): StateCopy | undefined {
  // A service that uses the state is reported when the state is opened.
  return tryOrLog(log, "warn", "state-not-copied", () => {
    const wrote = writtenBy(state);
    if (wrote === version || stateFormat(orchestratorFolder(state)) === undefined) return undefined;
    const made = makeCopy(state, "upgrade", now);
    log("info", "state-copied", { copy: made.name, version: wrote, next: version });
    return made;
  });
}

/** Records the version that writes the state from now on. */
export function recordVersion(state: string, version: string): void {
  if (writtenBy(state) !== version) writeFileSync(join(state, VERSION_FILE), `${version}\n`, { mode: 0o600 });
}

/** Copies the orchestrator's part of the state, and drops the oldest copies. */
export function makeCopy(state: string, before: StateCopy["before"], now: number): StateCopy {
  const at = new Date(now).toISOString();
  const version = writtenBy(state) ?? null;
  const name = `${at.replace(/[:.]/g, "-")}-${version ?? "unknown"}`;
  const folder = join(state, COPIES, name);
  const file = join(folder, "reeve.sqlite");
  const format = stateFormat(orchestratorFolder(state)) ?? 0;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    copyState(orchestratorFolder(state), file);
    writeFileSync(join(folder, "about.json"), `${JSON.stringify({ at, version, format, before })}\n`, {
      mode: 0o600,
      flush: true,
    });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  for (const old of listCopies(state)
    .filter((copy) => copy.before === before)
    .slice(KEPT))
    rmSync(join(state, COPIES, old.name), { recursive: true, force: true });
  return { name, at, version, format, before, bytes: statSync(file).size, file };
}

/** Deletes what services that were killed have left half-written: copies, and drafts of files. The caller has locked the state. */
export function deleteLeftovers(state: string): void {
  const whole = new Set(listCopies(state).map(({ name }) => name));
  const folder = join(state, COPIES);
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!whole.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  for (const name of readdirSync(state)) if (DRAFT.test(name)) rmSync(join(state, name), { force: true });
}

/** The copies, from the newest to the oldest. */
export function listCopies(state: string): readonly StateCopy[] {
  const folder = join(state, COPIES);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).sort().reverse();
  return names.flatMap((name) => {
    try {
      const about: unknown = JSON.parse(readFileSync(join(folder, name, "about.json"), "utf8"));
      const file = join(folder, name, "reeve.sqlite");
      const { at, version, format, before } = isRecord(about) ? about : {};
      if (typeof at !== "string" || typeof format !== "number" || (before !== "upgrade" && before !== "restore")) return [];
      const wrote = typeof version === "string" ? version : null;
      return [{ name, at, version: wrote, format, before, bytes: statSync(file).size, file }];
    } catch {
      // A copy without its description was not finished.
      return [];
    }
  });
}

/** Records that the state is again one of the version of a copy. */
export function recordCopyVersion(state: string, { version }: StateCopy): void {
  if (version === null) rmSync(join(state, VERSION_FILE), { force: true });
  else recordVersion(state, version);
}

function writtenBy(state: string): string | undefined {
  const file = join(state, VERSION_FILE);
  return existsSync(file) ? readFileSync(file, "utf8").trim() || undefined : undefined;
}

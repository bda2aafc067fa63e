import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyState, type Log, stateFormat } from "@reeve/orchestrator";
import * as v from "valibot";
import { tryOrLog } from "../record/log.ts";
import { DRAFT } from "./state-folder.ts";

const description = v.object({
  /** When it was made (ISO 8601, UTC). */
  at: v.string(),
  /** The version that wrote the state; null if this version did not record itself. */
  version: v.fallback(v.nullable(v.string()), null),
  /** The format of the state. */
  format: v.number(),
  /** Why it was made: before an upgrade, or before a restore of another copy. */
  before: v.picklist(["upgrade", "restore"]),
});

/** A copy of the orchestrator's part of the state. Its name is that of its folder, and begins with the time. */
export type StateCopy = ReturnType<typeof copyIn>;

const COPIES = "copies";
const ORCHESTRATOR = "orchestrator";
const DATABASE = "reeve.sqlite";
const ABOUT = "about.json";
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
  const format = stateFormat(orchestratorFolder(state)) ?? 0;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    copyState(orchestratorFolder(state), join(folder, DATABASE));
    const about = `${JSON.stringify({ at, version, format, before })}\n`;
    writeFileSync(join(folder, ABOUT), about, { mode: 0o600, flush: true });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  for (const old of listCopies(state)
    .filter((copy) => copy.before === before)
    .slice(KEPT))
    rmSync(join(state, COPIES, old.name), { recursive: true, force: true });
  return copyIn(state, name);
}

function copyIn(state: string, name: string) {
  const folder = join(state, COPIES, name);
  const file = join(folder, DATABASE);
  const about = v.parse(description, JSON.parse(readFileSync(join(folder, ABOUT), "utf8")));
  return { name, ...about, bytes: statSync(file).size, file };
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
      return [copyIn(state, name)];
    } catch {
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

import { readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Context, flagOf, type ParsedArguments } from "@reeve/commands";
import { isRecord } from "@reeve/contract";
import { beginningOf, isAlive, locate, makeFolder } from "@reeve/profiles";

/** The process that runs the service, as recorded in the service's state folder. */
export interface UpRecord {
  readonly pid: number;
  readonly url: string;
  /** The flags that the service was started with. */
  readonly flags: readonly string[];
  /** The state folder of this service, if the record is a copy in another folder. */
  readonly original?: string;
}

/** The state folder: from the flag, or the platform's default. */
export function stateIn(given: ParsedArguments, { processContext }: Pick<Context, "processContext">): string {
  const state = flagOf(given, "state");
  return state === undefined ? locate(processContext).state : resolve(processContext.cwd, state);
}

/** Records this process as the one that runs the service. */
export function writeRecord(state: string, record: Omit<UpRecord, "original">): void {
  makeFolder(state);
  const began = beginningOf(record.pid);
  const written = { ...record, began, state: realpathSync(state) };
  writeFileSync(fileIn(state), `${JSON.stringify(written)}\n`, { mode: 0o600 });
}

/** Returns the process that runs the service with this state folder; undefined if no service is running. */
export function readRecord(state: string): UpRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(fileIn(state), "utf8"));
    if (!isRecord(value) || typeof value.pid !== "number" || typeof value.url !== "string") return undefined;
    // After a reboot, another process may have the recorded pid. That process must not be stopped.
    const isIt = isAlive(value.pid) && (value.began === undefined || value.began === beginningOf(value.pid));
    if (!isIt) return undefined;
    const original = typeof value.state === "string" && value.state !== realpathSync(state) ? value.state : undefined;
    const flags = Array.isArray(value.flags) ? value.flags.map(String) : [];
    return { pid: value.pid, url: value.url, flags, ...(original !== undefined && { original }) };
  } catch {
    return undefined;
  }
}

/** Removes the record if it names the process with this pid. */
export function removeRecord(state: string, pid: number): void {
  if (readRecord(state)?.pid === pid) rmSync(fileIn(state), { force: true });
}

function fileIn(state: string): string {
  return join(state, "up.json");
}

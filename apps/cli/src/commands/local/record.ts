import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isRecord } from "@reeve/contract";
import { beginningOf, isAlive, locate, makeFolder } from "@reeve/profiles";
import type { Context } from "../../model/context.ts";
import { flagOf, type Given } from "../../model/given.ts";

/** Which process runs the service of a state folder. */
export interface UpRecord {
  readonly pid: number;
  readonly url: string;
}

/** The folder of the state: as the flag says, or where the platform keeps such things. */
export function stateIn(given: Given, { surroundings }: Pick<Context, "surroundings">): string {
  const state = flagOf(given, "state");
  return state === undefined ? locate(surroundings).state : resolve(surroundings.cwd, state);
}

/** Writes down who runs the service. */
export function writeRecord(state: string, record: UpRecord): void {
  makeFolder(state);
  const began = beginningOf(record.pid);
  writeFileSync(fileIn(state), `${JSON.stringify({ ...record, began })}\n`, { mode: 0o600 });
}

/** Who runs the service; undefined where nobody does, or did not end well. */
export function readRecord(state: string): UpRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(fileIn(state), "utf8"));
    if (!isRecord(value) || typeof value.pid !== "number" || typeof value.url !== "string") return undefined;
    // After a restart of the machine the number may be somebody else's, who must not be ended in its place.
    const isIt = isAlive(value.pid) && (value.began === undefined || value.began === beginningOf(value.pid));
    return isIt ? { pid: value.pid, url: value.url } : undefined;
  } catch {
    return undefined;
  }
}

/** Takes the record away, if it is of this process. */
export function removeRecord(state: string, pid: number): void {
  if (readRecord(state)?.pid === pid) rmSync(fileIn(state), { force: true });
}

function fileIn(state: string): string {
  return join(state, "up.json");
}

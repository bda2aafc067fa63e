import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { type Answered, ask } from "./running.ts";
import type { Spawned } from "./spawned.ts";

/** Repeats an action until the service is gone. */
export async function untilGone(dying: AbortSignal, once: (mistakes: string[]) => Promise<void>): Promise<readonly string[]> {
  const mistakes: string[] = [];
  while (!dying.aborted) {
    try {
      await once(mistakes);
    } catch (error) {
      // A request in progress at the kill fails with a TypeError, which is not a mistake of the service.
      if (!(error instanceof TypeError)) throw error;
      break;
    }
  }
  return mistakes;
}

export async function send(reeve: Spawned, line: string, mistakes: string[], json?: unknown): Promise<Answered> {
  const answer = await ask(reeve, line, json === undefined ? {} : { json });
  if (answer.status >= 500) mistakes.push(`${line}: ${answer.status} ${answer.text}`);
  return answer;
}

/** Checks that no key of an object store is on the disk, whatever a kill interrupted. */
export function expectNoSecrets(folder: string): void {
  const { status, stdout } = spawnSync("grep", ["-rl", "CANARY", folder], { encoding: "utf8" });
  expect([status, stdout]).toEqual([1, ""]);
}

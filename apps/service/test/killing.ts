import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { type Answered, ask } from "./running.ts";
import type { Spawned } from "./spawned.ts";

/** Does something again and again until the service is gone. */
export async function untilGone(
  dying: AbortSignal,
  once: (mistakes: string[]) => Promise<void>,
): Promise<readonly string[]> {
  const mistakes: string[] = [];
  while (!dying.aborted) {
    try {
      await once(mistakes);
    } catch (error) {
      // What was under way when the service was killed is neither acknowledged nor refused.
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

/** Whatever a kill cut off, no key of an object store is on the disk. */
export function expectNoSecrets(folder: string): void {
  const { status, stdout } = spawnSync("grep", ["-rl", "CANARY", folder], { encoding: "utf8" });
  expect([status, stdout]).toEqual([1, ""]);
}

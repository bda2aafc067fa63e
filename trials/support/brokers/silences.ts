import { setTimeout as sleep } from "node:timers/promises";
import type { Load } from "@reeve/tests/kafka/load";

/** The longest time without an acknowledgement for each kind of fault. */
export interface Silences {
  add(name: string, milliseconds: number): void;
  longest(name: string): number | undefined;
  lines(): readonly string[];
}

export function silences(): Silences {
  const heard = new Map<string, number[]>();
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  return {
    add(name, milliseconds) {
      heard.set(name, [...(heard.get(name) ?? []), milliseconds]);
    },
    longest: (name) => (heard.has(name) ? Math.max(...(heard.get(name) ?? [])) : undefined),
    lines: () => [
      "| fault | times | longest silence of acknowledgements |",
      "|---|---|---|",
      ...[...heard].map(([name, times]) => `| ${name} | ${times.length} | ${seconds(Math.max(...times))} s |`),
    ],
  };
}

/** A fault counts as over when acknowledgements have arrived for `FLOWS` milliseconds, with pauses of less than `PAUSE` milliseconds. */
const FLOWS = 5000;
const PAUSE = 1000;

/** The longest time in milliseconds without an acknowledgement, between the start of a fault and its end. */
export async function silenceOf(load: Load, happen: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await happen();
  for (const over = performance.now(); ; await sleep(PAUSE / 2)) {
    const since = performance.now() - FLOWS;
    if (since > over && load.silenceSince(since) < PAUSE) return load.silenceSince(begun);
  }
}

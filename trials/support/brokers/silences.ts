import { setTimeout as sleep } from "node:timers/promises";
import type { Load } from "../../../tests/src/kafka/load.ts";

/** The longest silences of acknowledgements by kind of fault. */
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

/** Milliseconds for which acknowledgements have to flow before a fault counts as over, and the longest pause in that time. */
const FLOWS = 5000;
const PAUSE = 1000;

/** The longest silence of acknowledgements from the start of a fault until it is over. */
export async function silenceOf(load: Load, happen: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await happen();
  for (const over = performance.now(); ; await sleep(PAUSE / 2)) {
    const since = performance.now() - FLOWS;
    if (since > over && load.silenceSince(since) < PAUSE) return load.silenceSince(begun);
  }
}

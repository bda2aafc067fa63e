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

import type { Finding } from "./read.ts";

/** The assertions that do not hold and for which there is no ruling, as sentences. */
export function unruled(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter(({ holds, ruling }) => !holds && ruling === undefined)
    .map(({ at, says, seen }) => `${at}: ${says}; seen: ${(JSON.stringify(seen) ?? "nothing").slice(0, 200)}`);
}

/** A table: how many assertions hold in each instance, and what deviates by which ruling. */
export function report(engine: string, all: readonly (readonly [string, readonly Finding[]])[]): string {
  const count = (findings: readonly Finding[]) => {
    const kept = findings.filter(({ holds }) => holds).length;
    const ruled = findings.filter(({ holds, ruling }) => !holds && ruling !== undefined).length;
    return `${findings.length} assertions: ${kept} hold, ${ruled} deviate by a ruling, ${findings.length - kept - ruled} deviate`;
  };
  const lines = all.map(([name, findings]) => `${name.padEnd(20)} ${count(findings)}`);
  const findings = all.flatMap(([, each]) => each);
  const rulings = Map.groupBy(
    findings.filter(({ holds }) => !holds),
    ({ ruling }) => ruling ?? "No ruling:",
  );
  const deviations = [...rulings].map(([ruling, each]) => {
    const places = [...new Set(each.map(({ at, says }) => `${at}: ${says}`))];
    return `${ruling} (${each.length})\n${places
      .slice(0, 4)
      .map((place) => `    ${place}`)
      .join("\n")}${places.length > 4 ? `\n    and ${places.length - 4} more` : ""}`;
  });
  return [`The documents, ${engine}`, ...lines, `in all               ${count(findings)}`, "", ...deviations].join("\n");
}

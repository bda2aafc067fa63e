import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startReeve } from "../src/index.ts";
import { ask, complete, until } from "./running.ts";

const howTo = join(import.meta.dirname, "../../../docs/how-to");
const page = readFileSync(join(howTo, "monitor.md"), "utf8");
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync(join(howTo, "reeve-dashboard.json"), "utf8"),
);

/** Labels that Prometheus itself adds. */
const OF_PROMETHEUS = ["job", "instance"];
const NAME = /\b(?:reeve|process)_[a-z_]+\b/g;

const queries = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...[...page.matchAll(/- alert: (\w+)\n\s+expr: (.+)/g)].map(([, alert = "", expr = ""]) => [alert, expr] as const),
];

describe("the metrics that the monitoring page and its dashboard use", async () => {
  await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
  await until(reeve, "kafka", "deploy", complete);
  await ask(reeve, "GET /service/kafka/v1/topics");
  // Prometheus puts a space between the type of an authorization and the credentials.
  const headers = { authorization: `token= ${reeve.token}` };
  const { status, text } = await ask(reeve, "GET /reeve/v1/metrics", { token: "", headers });

  test("are read as the page says", () => {
    expect(status).toBe(200);
    expect(page).toContain('authorization: { type: "token=",');
  });

  test.each(queries)("%s: is served, with its labels", (_, expr) => {
    const selected = [...expr.matchAll(/(\w+)\{([^}]*)\}/g)].filter(([, name]) => name !== "up");
    const asked = selected.map(([, name = "", inside = ""]) => [name, labelsIn(inside)] as const);
    const grouped = [...(/\bby \(([^)]*)\)/.exec(expr)?.[1] ?? "").matchAll(/\w+/g)].map(([label]) => label);
    for (const [name, labels] of asked) {
      const served = labelsOf(name);
      expect(served, name).not.toBeUndefined();
      expect(
        [...labels, ...grouped].filter((label) => !served?.has(label)),
        name,
      ).toEqual([]);
    }
    expect(asked.length).toBeGreaterThan(expr.startsWith("up{") ? -1 : 0);
  });

  test("are all in the table of the page", () => {
    const documented = new Set([...page.matchAll(/^\| `.*$/gm)].flatMap(([row]) => row.match(NAME) ?? []));
    const served = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name);
    expect([...documented].sort()).toEqual(served.sort());
  });

  function labelsIn(selector: string): readonly string[] {
    const names = [...selector.matchAll(/(\w+)\s*[!=]=?~?\s*"/g)].map(([, name = ""]) => name);
    return names.filter((name) => !OF_PROMETHEUS.includes(name));
  }

  /** The labels of a metric's first sample; undefined if it has no sample. */
  function labelsOf(name: string): ReadonlySet<string> | undefined {
    const sample = new RegExp(`^${name}(?:\\{(.*)\\})? `, "m").exec(text);
    return sample ? new Set([...(sample[1] ?? "").matchAll(/(\w+)="/g)].map(([, label = ""]) => label)) : undefined;
  }
});

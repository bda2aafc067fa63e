import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Reeve, startReeve } from "@reeve/service";
import { definitionSchema } from "@reeve/service/openapi";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Home, makeHome, reeve } from "./command-line.ts";

const services = (broker: object) => ({
  kafka: { kind: "broker", pace: 0, ...broker },
  other: { kind: "broker", pace: 0 },
});
const memory = (mem: number) => services({ settings: { BROKER_MEM: mem } });

describe("definitions on the command line", () => {
  let cluster: Reeve;
  let home: Home;
  const write = (definition: object) => {
    writeFileSync(join(home.folder, "cluster.json"), JSON.stringify({ services: definition }));
    return join(home.folder, "cluster.json");
  };

  beforeAll(async () => {
    cluster = await startReeve({ services: memory(2048) } as Parameters<typeof startReeve>[0]);
  });
  afterAll(() => cluster.close());
  beforeEach(() => {
    home = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token });
    return () => home[Symbol.dispose]();
  });

  test("a dry run is a plan, and its exit code says whether anything would change", async () => {
    // Nodes that the first rollout has not finished would come first.
    await reeve(home, "broker plans wait --service kafka");
    const file = write(services({ settings: { BROKER_COUNT: 4, BROKER_MEM: 4096 } }));
    const { code, out } = await reeve(home, `deploy ${file} --dry-run`);
    expect(code).toBe(2);
    expect(out.trimEnd().split("\n")).toEqual([
      "kafka  changed",
      "  settings.BROKER_COUNT  3 → 4",
      "  settings.BROKER_MEM    2048 → 4096",
      "  Update: one node after another",
      "      1-3. broker-0, broker-1, broker-2  restart",
      "        4. broker-3  starts",
      "  waits: Each step waits until the node before it is ready.",
      "  waits: A running node is stopped only when all data stays available without it.",
      "",
      "unchanged: other",
      "Nothing was changed: this only shows what a deployment would do.",
    ]);
    const asJson = await reeve(home, `deploy ${file} --dry-run --json`);
    expect(asJson.code).toBe(2);
    expect(JSON.parse(asJson.out)[0]).toMatchObject({
      instance: "kafka",
      preview: { fields: [{ path: "settings.BROKER_COUNT", before: 3, now: 4 }, { path: "settings.BROKER_MEM" }] },
    });
    const same = write(memory(2048));
    expect(await reeve(home, `deploy ${same} --dry-run`)).toMatchObject({ code: 0, out: "Nothing would change.\n" });
    const nonsense = write({ kafka: { kind: "broker", nonsense: 1 } });
    expect(await reeve(home, `deploy ${nonsense} --dry-run`)).toMatchObject({ code: 1, out: "" });
    const refused = await reeve(home, `definition diff ${nonsense} --json`);
    expect([refused.code, JSON.parse(refused.err).error]).toMatchObject([1, { code: "bad-input", exitCode: 1 }]);
    expect((await reeve(home, "definition diff --nonsense")).code).toBe(1);
  });

  test("a comparison also shows instances that the definition does not contain", async () => {
    const { kafka } = memory(2048);
    const { code, out } = await reeve(home, `definition diff ${write({ kafka })}`);
    expect([code, out]).toEqual([2, expect.stringContaining("cannot be undone: other is deleted, with all of its data")]);
  });

  test("a deployment that waits ends with a sentence", async () => {
    const { out } = await reeve(home, `deploy ${write(memory(2048))} --wait`);
    expect(out).toMatch(/\nEverything is rolled out: kafka, other\.\n$/);
  });

  test("a definition is checked without a service", async () => {
    using offline = makeHome();
    const good = write(memory(2048));
    const { code, out } = await reeve(offline, `definition check ${good} --json`);
    expect([code, JSON.parse(out)]).toMatchObject([0, { valid: true, services: [{ name: "kafka", nodes: 3 }, {}] }]);
    const bad = write(services({ plans: { mine: { phases: [{ name: "p", steps: ["restart node-*"] }] } } }));
    const refused = await reeve(offline, `definition check ${bad}`);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('"restart node-*", which matches no node')]);
  });

  test("what is shown names the schema of definitions, and old configurations can be deployed again", async () => {
    const shown = await reeve(home, "definition show kafka");
    expect(shown.out).toMatch(/^# yaml-language-server: \$schema=.*\/definition\.schema\.json\nservices:\n {2}kafka:\n/);
    await reeve(home, `deploy ${write(memory(3000))} --wait`);
    const [newest, oldest] = JSON.parse((await reeve(home, "definition history kafka --json")).out);
    expect([newest, oldest]).toMatchObject([{ target: true }, { target: false }]);
    const old = await reeve(home, `definition show kafka --configuration ${oldest.id}`);
    expect([old.code, old.out.includes("BROKER_MEM")]).toEqual([0, false]);
    const again = await reeve(home, "deploy - --only kafka --wait", { input: old.out });
    expect(again.code).toBe(0);
    expect((await reeve(home, `deploy ${write(memory(2048))} --dry-run`)).code).toBe(0);
  });

  test("an instance is scaled by one command, which asks before nodes leave", async () => {
    const more = await reeve(home, "scale kafka 4 --wait");
    expect([more.code, more.err]).toEqual([0, expect.stringContaining("settings.BROKER_COUNT  3 → 4")]);
    expect((await reeve(home, "scale kafka 4")).out).toBe("kafka already has this number of nodes.\n");
    const less = await reeve(home, "scale kafka 3");
    expect([less.code, less.err]).toEqual([2, expect.stringContaining("removing nodes needs a confirmation")]);
    expect((await reeve(home, "scale kafka 3 --dry-run")).code).toBe(2);
    expect((await reeve(home, "scale kafka 3 --yes --wait")).code).toBe(0);
    expect((await reeve(home, "scale kafk 3")).err).toContain('Did you mean "kafka"?');
    expect((await reeve(home, "scale kafka 3 --type data")).err).toContain("--type: expected broker for a broker");
  });

  test("names of instances are completed", async () => {
    expect((await reeve(home, ["__complete", "scale", ""])).out.split(/\s+/)).toEqual(expect.arrayContaining(["kafka", "other"]));
    expect((await reeve(home, ["__complete", "definition", "history", ""])).out).toContain("kafka");
  });

  test("all nodes are restarted one after another, and single types", async () => {
    const done = await reeve(home, "broker restart --all --wait --service kafka");
    expect([done.code, done.out]).toEqual([0, "The nodes have been restarted and are back.\n"]);
    const { out } = await reeve(home, "broker rolling-restart show --service kafka --json");
    expect(JSON.parse(out)).toMatchObject({ status: "COMPLETE", phases: [{ name: "broker" }] });
    expect((await reeve(home, "broker restart --type broker --wait --service kafka")).code).toBe(0);
    const wrong = await reeve(home, "broker restart --service kafka");
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("give either --all, or --type")]);
  });
});

test("the schema of definitions has a condition for each engine of each kind", async () => {
  const { properties } = (await definitionSchema()) as { properties: { services: { additionalProperties: object } } };
  const { additionalProperties } = properties.services;
  const conditions = (additionalProperties as { allOf: { if: { properties: object }; then: { properties: object } }[] }).allOf;
  const named = conditions.map((each) => JSON.stringify(each.if.properties));
  expect(named).toContain('{"kind":{"const":"broker"},"engine":{"const":"kafka"}}');
  expect(conditions.every((each) => "plans" in each.then.properties && "runtime" in each.then.properties)).toBe(true);
});

test("each field in the schema of definitions is a schema, also fields with the names of keywords", async () => {
  const amiss: string[] = [];
  const walk = (value: unknown, path: string) => {
    if (typeof value !== "object" || value === null) return;
    const { properties } = value as { properties?: Readonly<Record<string, unknown>> };
    for (const [name, field] of Object.entries(path.endsWith("properties") ? {} : (properties ?? {})))
      if (typeof field !== "object") amiss.push(`${path}.${name}`);
    for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
  };
  walk(await definitionSchema(), "");
  expect(amiss).toEqual([]);
});

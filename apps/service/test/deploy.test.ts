import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";

const kind = "broker" as const;
const kafka = (count: number) => ({ kind, pace: 0, settings: { BROKER_COUNT: count } });
const other = { kind, pace: 0 };

test("each instance that a deployment changes is logged once, with the requester and the outcome", async () => {
  const logged: unknown[] = [];
  const configuration = expect.stringMatching(/^[0-9a-f-]{36}$/);
  await using reeve = await startReeve(
    { services: { kafka: kafka(3), other } },
    {
      listen: false,
      log: (_, { event, at, level, ...fields }) => {
        if (event === "deployed" && "who" in fields) logged.push(fields);
      },
    },
  );
  expect(logged.splice(0)).toEqual([
    { instance: "kafka", change: "new", configuration, who: "start" },
    { instance: "other", change: "new", configuration, who: "start" },
  ]);
  await reeve.deploy({ services: { kafka: kafka(4), other } });
  expect(logged.splice(0)).toEqual([{ instance: "kafka", change: "changed", configuration, who: "this process" }]);
  await reeve.deploy({ services: { kafka: kafka(4) } }, { remove: true });
  expect(logged).toEqual([{ instance: "other", change: "removed", who: "this process" }]);
});

test("a deployment that was carried out is in the audit log as done, even if its listener fails", async () => {
  const deployed = () => {
    throw new Error("the profile cannot be written");
  };
  await using reeve = await startReeve({ services: { kafka: kafka(3) } }, { listen: false, deployed });
  await expect(reeve.deploy({ services: { kafka: kafka(4) } })).rejects.toThrow("the profile cannot be written");
  const answer = await reeve.fetch(`${reeve.url}/reeve/v1/audit`, {
    headers: { authorization: `token=${reeve.token}` },
  });
  const entries = (await answer.text()).trim().split("\n");
  const results = entries.map((entry) => JSON.parse(entry)).filter(({ what }) => what === "deploy");
  expect(results).toMatchObject([{ result: "done" }]);
});

test("a refused file is accepted as soon as its content was deployed in another way", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-definition-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const definitionFile = join(folder, "cluster.json");
  const write = (services: object) => writeFileSync(definitionFile, JSON.stringify({ services }));
  write({ kafka: kafka(3), other });
  await using reeve = await startReeve(undefined, { listen: false, definitionFile });
  write({ kafka: kafka(3) });
  await expect.poll(() => reeve.refused).toContain("other: the service is not in the definition");
  await reeve.deploy({ services: { kafka: kafka(3), other } });
  expect(reeve.refused).toContain("other: the service is not in the definition");
  await reeve.deploy({ services: { kafka: kafka(3) } }, { remove: true });
  expect(reeve.refused).toBeUndefined();
});

test("before a changed file is deployed, the service tells what this will do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-definition-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const definitionFile = join(folder, "cluster.json");
  const write = (definition: object) => writeFileSync(definitionFile, JSON.stringify(definition));
  const told: unknown[] = [];
  const before: unknown[] = [];
  write({ services: { kafka: kafka(3) } });
  await using reeve: Reeve = await startReeve(undefined, {
    listen: false,
    definitionFile,
    planned: (changes, settings) => {
      told.push({ changes, settings });
      before.push(reeve.services.length);
    },
  });
  expect(told).toEqual([]);
  write({ services: { kafka: kafka(4), other }, retention: { plans: 5 } });
  await reeve.reload();
  expect(told[0]).toMatchObject({
    changes: [
      { instance: "kafka", preview: { fields: [{ path: "settings.BROKER_COUNT", before: 3, now: 4 }] } },
      { instance: "other", change: "new" },
    ],
    settings: [{ path: "retention.plans", now: 5 }],
  });
  expect([before[0], reeve.services.length]).toEqual([1, 2]);
});

test("with changedOnly, a deployment from elsewhere stays at the next start, until the file changes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-definition-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const definitionFile = join(folder, "cluster.json");
  const write = (count: number) => writeFileSync(definitionFile, JSON.stringify({ services: { kafka: kafka(count) } }));
  const options = { listen: false, state: join(folder, "state"), definitionFile } as const;
  const brokers = async (reeve: Reeve) => {
    const headers = { authorization: `token=${reeve.token}` };
    const answer = await reeve.fetch(`${reeve.url}/reeve/v1/definition`, { headers });
    return (await answer.json()).services.kafka.settings.BROKER_COUNT;
  };
  write(4);
  const first = await startReeve(undefined, options);
  await first.deploy({ services: { kafka: kafka(5) } });
  await first.close();
  const second = await startReeve(undefined, { ...options, changedOnly: true });
  expect(await brokers(second)).toBe(5);
  await second.close();
  write(6);
  const third = await startReeve(undefined, { ...options, changedOnly: true });
  expect(await brokers(third)).toBe(6);
  await third.close();
  const fourth = await startReeve(undefined, options);
  await fourth.deploy({ services: { kafka: kafka(7) } });
  await fourth.close();
  const fifth = await startReeve(undefined, options);
  expect(await brokers(fifth)).toBe(6);
  await fifth.close();
});

test("other requests are answered while a large definition is read", async () => {
  await using reeve = await startReeve({ services: { kafka: kafka(3) } });
  const headers = { authorization: `token=${reeve.token}`, "content-type": "application/yaml" };
  const body = `nonsense:\n${"- { a: [1, 2, 3] }\n".repeat(40_000)}`;
  let isOver = false;
  const deployed = fetch(`${reeve.url}/reeve/v1/deploy`, { method: "POST", headers, body }).finally(() => {
    isOver = true;
  });
  let answered = 0;
  for (; !isOver; answered++) expect((await fetch(`${reeve.url}/health`)).status).toBe(200);
  const answer = await deployed;
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("definition:1:1: nonsense: there is")]);
  expect(answered).toBeGreaterThan(20);
});

test("a node that asks for more memory than this machine has is refused", async () => {
  const tooLarge = { kind, engine: "kafka", settings: { BROKER_MEM: 95_000_000 } };
  await expect(startReeve({ services: { kafka: tooLarge } }, { listen: false })).rejects.toThrow(
    /^kafka: a broker node asks for 95000000 MB of memory, but the machine has \d+ MB: give it less$/,
  );
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startReeve } from "@reeve/service";
import { expect, test, vi } from "vitest";
import { makeHome, reeve } from "./command-line.ts";

test("the audit log is shown, with wrong tokens by address, and an edit of its file is noticed", async () => {
  using home = makeHome();
  const state = join(home.folder, "state");
  await using cluster = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } }, { state });
  Object.assign(home.env, { REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token, REEVE_SERVICE: "kafka" });
  await reeve(home, "broker plans wait --timeout 60s");
  expect((await reeve(home, `audit verify --state ${state}`)).out).toBe("The audit log is empty.\n");
  for (const topic of ["orders", "payments"]) await reeve(home, `broker topics create ${topic} --partitions 1 --replication 1`);
  await reeve(home, "broker topics list", { env: { REEVE_TOKEN: "not-a-token" } });
  await reeve(home, "console --print");
  const { code, out } = await reeve(home, "audit list");
  expect(code).toBe(0);
  expect(out).toMatch(/local token \(127\.0\.0\.1\) +broker\.topics\.create kafka +done 200/);
  expect(out).toMatch(/unknown \(127\.0\.0\.1\) +token +refused 401, 1 time\b/);
  expect(out).toContain("console.link");
  const entries = JSON.parse((await reeve(home, "audit list --json")).out);
  expect(entries[0]).toMatchObject({
    configuration: expect.stringMatching(/^[\da-f-]{36}$/),
    definition: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect((await reeve(home, "audit list --since 2999-01-01 --json")).out.trim()).toBe("[]");
  const received = await reeve(home, "api GET /reeve/v1/logs?limit=2");
  expect(received).toMatchObject({ code: 0, err: "" });
  const lines = received.out.trim().split("\n");
  expect(JSON.parse((await reeve(home, "api GET /reeve/v1/logs?limit=2 --json")).out).length).toBe(lines.length);
  expect((await reeve(home, "api GET /reeve/v1/audit")).code).toBe(0);
  expect(await reeve(home, `audit verify --state ${state}`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^All \d+ entries fit/),
  });
  const file = join(state, "audit.jsonl");
  writeFileSync(file, readFileSync(file, "utf8").replace("payments", "invoices"));
  const edited = await reeve(home, `audit verify --state ${state}`);
  expect(edited).toMatchObject({
    code: 9,
    err: expect.stringMatching(/the audit log was edited: line 2.*\n +reeve audit verify --file FILE checks a copy/),
  });
  expect(edited.err).not.toContain("-v");
});

test("--follow shows entries as they are recorded, also after a restart of the service, until Ctrl-C", async () => {
  using home = makeHome();
  const state = join(home.folder, "state");
  const file = join(home.folder, "exported.jsonl");
  const definition = { services: { kafka: { kind: "broker", pace: 0 } }, auditExport: { file } } as const;
  const first = await startReeve(definition, { state });
  const { port } = new URL(first.url);
  Object.assign(home.env, { REEVE_URL: first.url, REEVE_TOKEN: first.token, REEVE_SERVICE: "kafka" });
  await reeve(home, "broker plans wait --timeout 60s");
  const create = (topic: string) => reeve(home, `broker topics create ${topic} --partitions 1 --replication 1`);
  const seen = (text: string) => vi.waitFor(() => expect(shown).toContain(text), 30_000);
  let shown = "";
  const ended = reeve(home, "audit list --follow -o jsonl", {
    interruptAt: /payments/,
    onOutput: (all) => {
      shown = all;
    },
  });
  await create("orders");
  await seen("orders");
  await first.close();
  await using second = await startReeve(undefined, { state, port: Number(port) });
  expect(second.url).toBe(first.url);
  await reeve(home, "broker plans wait --timeout 60s");
  await create("payments");
  const { out } = await ended;
  const entries = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(entries.map(({ input }) => input?.topic)).toEqual(["orders", "payments"]);
  await vi.waitFor(() => expect(readFileSync(file, "utf8")).toContain("payments"));
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startReeve } from "@reeve/service";
import { expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";

test("the audit log is shown, with wrong tokens by address, and an edit of its file is noticed", async () => {
  using home = makeHome();
  const state = join(home.folder, "state");
  await using cluster = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } }, { state });
  Object.assign(home.env, { REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token, REEVE_SERVICE: "kafka" });
  await reeve(home, "broker plans wait --timeout 60s");
  for (const topic of ["orders", "payments"])
    await reeve(home, `broker topics create ${topic} --partitions 1 --replication 1`);
  await reeve(home, "broker topics list", { env: { REEVE_TOKEN: "not-a-token" } });
  await reeve(home, "console --print");
  const { code, out } = await reeve(home, "audit list");
  expect(code).toBe(0);
  expect(out).toMatch(/local token \(127\.0\.0\.1\) +broker\.topics\.create kafka +done 200/);
  expect(out).toMatch(/unknown \(127\.0\.0\.1\) +token +refused 401, \d+ times/);
  expect(out).toContain("console.link");
  const entries = JSON.parse((await reeve(home, "audit list --json")).out);
  expect(entries[0]).toMatchObject({
    configuration: expect.stringMatching(/^[\da-f-]{36}$/),
    definition: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect((await reeve(home, "audit list --since 2999-01-01 --json")).out.trim()).toBe("[]");
  expect((await reeve(home, "api GET /reeve/v1/audit")).code).toBe(0);
  expect(await reeve(home, `audit verify --state ${state}`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^All \d+ entries fit/),
  });
  const file = join(state, "audit.jsonl");
  writeFileSync(file, readFileSync(file, "utf8").replace("payments", "invoices"));
  expect(await reeve(home, `audit verify --state ${state}`)).toMatchObject({
    code: 9,
    err: expect.stringContaining("the audit log was edited: line 2"),
  });
});

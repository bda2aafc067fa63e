import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startReeve } from "@reeve/service";
import { expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";

const broker = (settings: object) => ({ services: { kafka: { kind: "broker", pace: 0, settings } } }) as const;

test("status --check ends with what the first that is not complete ended with, and says without colour that it failed", async () => {
  await using cluster = await startReeve(broker({}), { listen: true });
  using home = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token });
  expect(await reeve(home, "broker plans wait --service kafka")).toMatchObject({ code: 0 });
  expect(await reeve(home, "status --check")).toMatchObject({ code: 0, err: "" });
  await cluster.deploy(broker({ BROKER_MEM: 64 }));
  expect(await reeve(home, "broker plans wait --service kafka")).toMatchObject({ code: 13 });
  const { code, out, err } = await reeve(home, "status --check");
  expect(out).toContain("1 of 4  failed: broker-0 java.lang.OutOfMemoryError");
  expect([code, err]).toEqual([13, expect.stringContaining("the plan deploy of kafka has failed")]);
  expect(await reeve(home, "status")).toMatchObject({ code: 0 });
  await cluster.deploy(broker({ BROKER_MEM: 512, PHASE_STRATEGY: "STAGE" }));
  const waiting = () => reeve(home, "status --check");
  await expect.poll(async () => (await waiting()).code).toBe(14);
  expect((await waiting()).err).toContain("the plan deploy of kafka is not complete yet");
});

test("status says that the file which is watched is refused, and why", async () => {
  using home = makeHome();
  const file = join(home.folder, "cluster.yaml");
  const definition = (brokers: number) =>
    writeFileSync(
      file,
      JSON.stringify({ services: { kafka: { kind: "broker", pace: 0, settings: { BROKER_COUNT: brokers } } } }),
    );
  definition(4);
  await using cluster = await startReeve(undefined, { definitionFile: file });
  const status = () => reeve(home, "status", { env: { REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token } });
  expect(await status()).toMatchObject({ code: 0, err: "" });
  definition(3);
  await expect.poll(async () => (await status()).err).toContain(`what ${file} says now is refused`);
  expect((await status()).err).toContain("4 broker nodes cannot become 3");
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeHome, reeveProcess } from "./command-line.ts";

test("after an upgrade, reeve state restore goes back to the older version, and keeps what was written since", async () => {
  using home = makeHome();
  const run = (line: string) => reeveProcess(home, line);
  const define = (brokers: number) =>
    writeFileSync(
      join(home.folder, "cluster.yaml"),
      `services: { kafka: { kind: broker, pace: 0, settings: { BROKER_COUNT: ${brokers} } } }\n`,
    );
  const version = join(home.folder, "reeve/state/version");
  define(3);
  await run("up --detach --definition cluster.yaml");
  await run("broker plans wait --timeout 60s");
  await run("down");
  expect(await run("state restore")).toMatchObject({ code: 2, err: expect.stringContaining("there are no copies") });
  writeFileSync(version, "0.0.9\n");
  expect((await run("up --detach")).out).toMatch(/note .*another version than the one before \(0\.0\.9\)/);
  const copy = (await run("state copies -o name")).out.trim();
  expect(copy).toMatch(/-0\.0\.9$/);
  await run("broker topics create later --partitions 3 --replication 3");
  define(4);
  await run("deploy cluster.yaml --wait");
  expect(await run(`state restore ${copy} --yes`)).toMatchObject({
    code: 7,
    err: expect.stringContaining("reeve down"),
  });
  await run("down");

  expect(await run(`state restore ${copy}`)).toMatchObject({
    code: 7,
    err: expect.stringMatching(/the copy does not know broker-3 of kafka.*--leave-unknown/),
  });
  expect(await run(`state restore ${copy} --dry-run`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/broker-3; it is left out, and its volumes stay on the disk: broker-3__.*Nothing was changed/s),
  });
  expect(readFileSync(version, "utf8")).not.toContain("0.0.9");
  // Without a terminal, it asks for --yes.
  expect((await run(`state restore ${copy} --leave-unknown`)).err).toContain("--yes");
  expect(await run(`state restore ${copy} --leave-unknown --yes`)).toMatchObject({
    code: 0,
    out: expect.stringContaining("The state is that of the version 0.0.9"),
  });
  expect(readFileSync(version, "utf8")).toBe("0.0.9\n");

  await run("up --detach");
  expect((await run("broker topics list -o name")).out).toBe("later\n");
  expect((await run("broker pods list -o name")).out).toBe("broker-0\nbroker-1\nbroker-2\n");
  await run("down");
});

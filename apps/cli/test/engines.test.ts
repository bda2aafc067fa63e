import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type Home, makeHome, reeve } from "./command-line.ts";

// `reeve engines`, without Maven's help: what it fetches is tested where the engine is.

let home: Home;
beforeEach(() => {
  home = makeHome();
  return () => home[Symbol.dispose]();
});

/** A place where only this Node is. */
const bare = () => ({ PATH: join(home.folder, "nowhere"), JAVA_HOME: "" });

test("what there is, is listed with what it needs", async () => {
  const { code, out } = await reeve(home, "engines list --json", { env: bare() });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual([
    expect.objectContaining({ name: "simulated", kinds: ["broker", "wide-column", "file-system"], state: "built in" }),
    expect.objectContaining({
      name: "kafka",
      kinds: ["broker"],
      state: "absent",
      bytes: 0,
      java: expect.stringContaining("Java was not found; install Java 17 or newer"),
    }),
  ]);
});

test("what is missing to fetch it is told in a sentence, and nothing is left", async () => {
  const { code, err } = await reeve(home, "engines fetch kafka", { env: bare() });
  expect([code, err]).toEqual([
    6,
    expect.stringMatching(/^error: Maven was not found; install it .*simulated engine\n$/),
  ]);
  expect((await reeve(home, "engines list --query [1].state")).out).toBe('"absent"\n');
});

test("an engine that is not whole is told, and removed once that is agreed to", async () => {
  const [kafka] = JSON.parse((await reeve(home, "engines list --query [1:]")).out);
  mkdirSync(kafka.folder, { recursive: true });
  writeFileSync(join(kafka.folder, "kafka.jar"), "");
  expect((await reeve(home, "engines list --query [1].state")).out).toBe('"damaged"\n');
  expect((await reeve(home, "engines remove kafka")).code).not.toBe(0);
  expect(await reeve(home, "engines remove kafka --yes")).toMatchObject({
    code: 0,
    out: `Removed kafka ${kafka.version}.\n`,
  });
  expect((await reeve(home, "engines remove kafka")).out).toBe(`kafka ${kafka.version} is not on this machine.\n`);
});

test("other names are refused", async () => {
  expect(await reeve(home, "engines fetch simulated")).toMatchObject({
    code: 2,
    err: expect.stringContaining("part of reeve"),
  });
  expect(await reeve(home, "engines fetch cassandra")).toMatchObject({
    code: 2,
    err: expect.stringContaining("expected kafka"),
  });
});

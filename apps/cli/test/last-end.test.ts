import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "@reeve/profiles";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Home, makeHome, reeveProcess } from "./command-line.ts";

describe("after a service in the background has not stopped properly, the next one says", () => {
  let home: Home;
  beforeEach(() => {
    home = makeHome();
    writeFileSync(join(home.folder, "cluster.yaml"), "services: { kafka: { kind: broker, pace: 0 } }\n");
  });
  afterEach(async () => {
    await reeveProcess(home, "down");
    home[Symbol.dispose]();
  });

  const inState = (name: string) => readFileSync(join(home.folder, "reeve/state", name), "utf8");

  /** Starts a service, sends a signal, and returns the report of the next service. */
  async function nextAfter(signal: NodeJS.Signals, failure = "") {
    const preload = `data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => setImmediate(() => { ${failure} }))`)}`;
    const first = await reeveProcess(home, "up --detach --definition cluster.yaml --json", {
      env: { NODE_OPTIONS: `--import ${preload}` },
    });
    const { pid, lastEnd } = JSON.parse(first.out);
    expect(lastEnd).toBeUndefined();
    process.kill(pid, signal);
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    // The shell that waits for the service writes this a moment later.
    await expect.poll(() => inState("last-exit")).toMatch(/exit-code \d+\n$/);
    return reeveProcess(home, "up --detach");
  }

  test("that it was killed, by which signal, and when", async () => {
    const { code, out, err } = await nextAfter("SIGKILL");
    expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
    expect(out).toMatch(
      /ended {4}the last service with this state did not stop properly: it was killed by SIGKILL .*; it last ran at 20\d\d-\S+Z/,
    );
    expect(inState("service.log")).toContain('"event":"ended-uncleanly","reason":"it was killed by SIGKILL');
  });

  test("the error that nothing caught, with the lines that it wrote last", async () => {
    const { out } = await nextAfter("SIGUSR2", 'throw new TypeError("assert(!this.paused)")');
    expect(out).toMatch(/an error that nothing caught ended it: TypeError: assert\(!this\.paused\)/);
    expect(out).toMatch(/ {6}TypeError: assert\(!this\.paused\)\n {6} {4}at /);
    expect(inState("service.stderr")).toContain("TypeError: assert(!this.paused)");
    expect(inState("service.log")).toContain('"event":"service-crashed"');
  });

  test("what only the engine of JavaScript wrote before it aborted", async () => {
    const { out } = await nextAfter("SIGUSR2", "process.abort()");
    expect(out).toMatch(/it was ended by SIGABRT; .*; its last lines:\n(?: {6}.*\n)* {6}.*JavaScript stack trace/);
  });

  test("nothing after reeve down, or a start that failed", async () => {
    await reeveProcess(home, "up --detach");
    expect(await reeveProcess(home, "up --detach --definition cluster.yaml --port 0")).toMatchObject({ code: 7 });
    await reeveProcess(home, "down");
    expect(await reeveProcess(home, "up --detach --definition absent.yaml")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: .*absent\.yaml cannot be read/),
    });
    const { out } = await reeveProcess(home, "up --detach --json");
    expect(JSON.parse(out)).not.toHaveProperty("lastEnd");
  });
});

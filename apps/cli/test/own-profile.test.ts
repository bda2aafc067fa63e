import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Home, makeHome, reeveProcess } from "./command-line.ts";

describe("the profile of the service on this machine", () => {
  let home: Home;
  beforeEach(async () => {
    home = makeHome();
    writeFileSync(join(home.folder, "cluster.yaml"), definition("R3"));
    await reeveProcess(home, "up --detach --definition cluster.yaml");
    await reeveProcess(home, "broker plans wait --timeout 60s");
  });
  afterEach(async () => {
    await reeveProcess(home, "down");
    home[Symbol.dispose]();
  });

  const definition = (revision: string, more = "") => `services:\n  kafka: { kind: broker, revision: ${revision}, pace: 0 }\n${more}`;
  const file = () => join(home.folder, "reeve/state/local.json");
  const services = () => JSON.parse(readFileSync(file(), "utf8")).services.local.profile.services;

  test("is updated after a definition has changed, by a deployment or in its file", async () => {
    expect((await reeveProcess(home, "deploy -", { input: definition("R1") })).code).toBe(0);
    expect(services()).toEqual({ broker: { service: "kafka", revision: "R1" } });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect((await reeveProcess(home, "broker plans active")).code).toBe(0);
    expect(await reeveProcess(home, "broker pods list")).toMatchObject({
      code: 3,
      err: expect.stringContaining("this server is R1"),
    });
    const more = "  cassandra: { kind: wide-column, pace: 0 }\n";
    writeFileSync(join(home.folder, "cluster.yaml"), definition("R2", more));
    await expect.poll(services).toEqual({
      broker: { service: "kafka", revision: "R2" },
      "wide-column": { service: "cassandra", revision: "W1" },
    });
  });

  test("is ignored while its file is broken, and written again afterwards", async () => {
    const whole = readFileSync(file(), "utf8");
    writeFileSync(file(), whole.slice(0, 40));
    const { url } = JSON.parse(readFileSync(join(home.folder, "reeve/state/up.json"), "utf8"));
    const { token } = JSON.parse(whole).services.local;
    const env = { REEVE_URL: url, REEVE_TOKEN: token, REEVE_SERVICE: "kafka" };
    expect(await reeveProcess(home, "broker topics list", { env })).toEqual({
      code: 0,
      out: "",
      err: expect.any(String),
    });
    const { code, err } = await reeveProcess(home, "broker topics list");
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/^error: no cluster is set.*local\.json is no/s),
    });
    expect((await reeveProcess(home, "deploy -", { input: definition("R1"), env })).code).toBe(0);
    expect(services()).toEqual({ broker: { service: "kafka", revision: "R1" } });
    chmodSync(file(), 0o644);
    expect(await reeveProcess(home, "doctor")).toMatchObject({
      code: 2,
      out: expect.stringContaining("other users can read it"),
    });
    expect(await reeveProcess(home, "down")).toMatchObject({ code: 0, out: expect.stringContaining("has ended") });
    expect(existsSync(file())).toBe(false);
  });

  test("of a second service has its own name, and each service says where commands go", async () => {
    writeFileSync(join(home.folder, "few.yaml"), "services:\n  small: { kind: broker, revision: R2, pace: 0 }\n");
    const second = await reeveProcess(home, "up --detach --definition few.yaml --state second");
    expect(second).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^note: commands without --profile second go to http:\S+ \(profile local\), not to this/),
    });
    expect((await reeveProcess(home, "broker connection")).err).not.toContain("note:");
    expect((await reeveProcess(home, "broker topics list --profile second")).code).toBe(0);
    expect((await reeveProcess(home, "status --profile second")).out).toMatch(/^small /);
    expect((await reeveProcess(home, "status")).out).toMatch(/^kafka /);
    // `reeve down` stops only the service of its own state folder, so the other service keeps running.
    expect((await reeveProcess(home, "down")).code).toBe(0);
    expect((await reeveProcess(home, "status")).out).toMatch(/^small /);
    expect((await reeveProcess(home, "down")).code).toBe(0);
    expect((await reeveProcess(home, "status")).out).toMatch(/^small /);
    expect((await reeveProcess(home, "down --state second")).code).toBe(0);
    expect((await reeveProcess(home, "status")).code).toBe(2);
  });

  test("is created even if the profile that commands would use does not exist", async () => {
    const env = { REEVE_PROFILE: "nowhere" };
    const third = await reeveProcess(home, "up --detach --definition cluster.yaml --state third", { env });
    expect(third).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^note: commands without --profile third do not work: .*nowhere/),
    });
    expect((await reeveProcess(home, "down --state third")).code).toBe(0);
  });
});

import type { Reeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCluster } from "./cluster.ts";
import { makeHome, reeve } from "./command-line.ts";
import { startSaying } from "./small-server.ts";

describe("what to do about a token that was refused", () => {
  let cluster: Reeve;
  beforeAll(async () => {
    cluster = await startCluster("kafka-r3", "cassandra");
  });
  afterAll(() => cluster.close());
  const settings = () => ({ REEVE_URL: cluster.url, REEVE_SERVICE: "broker=kafka-r3,wc=cassandra" });

  test("for a token of the environment: a login would not change which token is used", async () => {
    using home = makeHome({ ...settings(), REEVE_TOKEN: "wrong" });
    const { code, err } = await reeve(home, "broker topics list");
    expect({ code, err }).toEqual({ code: 4, err: expect.stringMatching(/^ +Change REEVE_TOKEN, or unset it/m) });
    expect(err).not.toContain("gets a new token");
    const asData = await reeve(home, "broker topics list --json");
    expect(JSON.parse(asData.err).error.hint).toContain("unset it");
    const doctor = await reeve(home, "doctor");
    expect(doctor.code).toBe(4);
    expect(doctor.out).toMatch(/^token +✗ the server refused the token in REEVE_TOKEN.*\n +Change REEVE_TOKEN, or unset it/m);
    expect(doctor.out).toMatch(/^broker +✗ same as above\nwide-column +✗ same as above$/m);
    expect(doctor.err).toMatch(/^error: [^\n]+\n$/);
  });

  test("for a token of a profile: a login", async () => {
    using home = makeHome({ ...settings(), WRONG: "wrong" });
    await reeve(home, `profiles add here --url ${cluster.url} --token-env WRONG`);
    const { err } = await reeve(home, "broker topics list");
    expect(err).toMatch(/^ +reeve login gets a new token/m);
    expect((await reeve(home, "doctor")).out).toMatch(/^ +reeve login gets a new token$/m);
  });

  test("for a refused setting: not who is logged in, because the refusal says what to do", async () => {
    using home = makeHome({ ...settings(), REEVE_TOKEN: cluster.token });
    const guarded = { kind: "broker", engineConfiguration: { "config.providers": "file" } };
    const input = JSON.stringify({ services: { "kafka-r3": guarded } });
    const { code, err } = await reeve(home, "deploy - --only kafka-r3 --yes", { input });
    expect({ code, err }).toEqual({ code: 5, err: expect.stringContaining("only be changed in a definition file") });
    expect(err.replaceAll(/\s+/g, " ")).not.toContain("whoami");
    await using gateway = await startSaying(403, "Forbidden");
    expect((await reeve(home, `api / --url ${gateway.url}`)).err).toContain("reeve whoami shows");
  });

  test("doctor does not recommend doctor", async () => {
    using home = makeHome({ REEVE_URL: "http://127.0.0.1:1", REEVE_SERVICE: "kafka" });
    expect((await reeve(home, "broker topics list")).err).toContain("reeve doctor");
    const { code, err } = await reeve(home, "doctor");
    expect({ code, err }).toEqual({ code: 10, err: expect.stringMatching(/^error: [^\n]+\n$/) });
    expect((await reeve(home, "doctor --json")).err).not.toContain("reeve doctor");
  });
});

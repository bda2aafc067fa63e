import type { Reeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCluster } from "./cluster.ts";
import { type Home, makeHome, reeve } from "./command-line.ts";

describe("a revision that was set, and is not that of the server", () => {
  let cluster: Reeve;
  let home: Home;
  beforeAll(async () => {
    cluster = await startCluster("kafka-r1");
    home = makeHome({ REEVE_TOKEN: cluster.token, REEVE_PROFILE: "u" });
    await reeve(home, `profiles add u --url ${cluster.url} --service broker=kafka-r1 --revision broker=R3`);
  });
  afterAll(async () => {
    home[Symbol.dispose]();
    await cluster.close();
  });

  test("is reported as the setting, not as the server's revision", async () => {
    const { code, err } = await reeve(home, "broker brokers list");
    expect(code).toBe(3);
    expect(err).toContain('"brokers list" exists in R1 and R2 only; R3 is set (profile u): remove the setting');
    expect(err).toContain("In R3: reeve broker pods list");
    expect(err).not.toContain("this server is");
    const flag = await reeve(home, "broker pods list --revision R2");
    expect(flag.err).toContain("R2 is set (--revision): remove the setting");
  });

  test("is replaced by the revision that the server reports", async () => {
    for (const line of ["broker plans show", "broker pods list", "broker plans watch", "broker plans wait"]) {
      const { code, err } = await reeve(home, `${line} --timeout 20s`);
      expect({ line, code }).toEqual({ line, code: 3 });
      expect(err).toContain("kafka-r1 speaks R1");
      expect(err).toContain("R3 is set (profile u): remove the setting");
    }
    expect((await reeve(home, "api GET /service/kafka-r1/v1/plans/deploy")).code).toBe(3);
  });

  test("does not prevent a login from being tried", async () => {
    using fresh = makeHome();
    await reeve(fresh, `profiles add u --url ${cluster.url} --service broker=kafka-r1`);
    expect(await reeve(fresh, "login", { input: cluster.token })).toMatchObject({ code: 0 });
  });
});

test("one name for all kinds stands for one service, even if other kinds answer differently", async () => {
  await using cluster = await startCluster("kafka-r3");
  using home = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token, REEVE_SERVICE: "kafka-r3" });
  const { code, out } = await reeve(home, "doctor");
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("kafka-r3 speaks R3") });
  expect(out).not.toMatch(/^wide-column +✗/m);
});

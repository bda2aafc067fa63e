import { brokerApi } from "@reeve/broker-models";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { cluster } from "../test/cluster.ts";
import { planOf } from "../test/plans.ts";
import { createClient } from "./client.ts";

const asking = (status: number, body: unknown, retries = 0) => {
  const { url, fetch, asked } = cluster(() => [status, body]);
  const clock = { now: Date.now, random: () => 0 };
  return { asked, client: createClient(brokerApi, { url, fetch, service: "kafka", revision: "R2", retries, clock }) };
};

describe("a plan", () => {
  test.each([200, 202, 417, 503])("that comes with %i is a plan, and is asked for once", async (status) => {
    const plan = planOf("IN_PROGRESS", { "broker-0": "IN_PROGRESS" });
    const { client, asked } = asking(status, plan, 2);
    expect(await client.plans.show()).toEqual(plan);
    expect(asked).toHaveLength(1);
    expect((await client.plans.show.raw()).status).toBe(status);
  });

  test("with an invalid field names the field, for any status", async () => {
    const plan = { ...planOf("ERROR", {}), phases: [{ id: "1", name: "Deploy", status: "ERROR", steps: "none" }] };
    const { client } = asking(417, plan);
    const error = await failureOf(client.plans.show());
    expect(error).toMatchObject({ code: "unexpected-response", context: { status: 417 } });
    expect(error.message).toContain("phases[0].steps: expected an array");
  });
});

describe("503", () => {
  test.each([
    ["the words of a gateway", "service unavailable"],
    ["a page", "<html>503</html>"],
    ["nothing", null],
    ["a problem document", { type: "about:blank", title: "Unavailable", status: 503, detail: "starting" }],
    ["a message", { message: "starting" }],
    ["a list", ["deploy"]],
  ])("with %s is an outage, and asked again", async (_, body) => {
    const { client, asked } = asking(503, body, 1);
    expect(await failureOf(client.plans.show())).toMatchObject({ code: "server-failure", context: { status: 503 } });
    expect(asked).toHaveLength(2);
  });
});

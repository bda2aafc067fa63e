import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brokerApi } from "@reeve/broker-models";
import { expect, test } from "vitest";
import { createClient } from "../src/client.ts";
import { watchPlan } from "../src/waiting/plan-waits.ts";
import type { Outage } from "../src/waiting/poll.ts";
import { planOf } from "./plans.ts";

test("a watch survives that a real server cuts its connections, and sees how the rollout goes on", async () => {
  let down = false;
  let plan = planOf("IN_PROGRESS", { "broker-0": "IN_PROGRESS" });
  const server = createServer((request, response) => {
    if (down) request.socket.destroy();
    else response.writeHead(plan.status === "COMPLETE" ? 200 : 503, { "content-type": "application/json" }).end(JSON.stringify(plan));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const client = createClient(brokerApi, {
      url: `http://127.0.0.1:${port}`,
      service: "kafka",
      revision: "R2",
      retries: 0,
    });
    const outages: Outage[] = [];
    const seen: string[] = [];
    const onOutage = (outage: Outage) => {
      outages.push(outage);
      plan = planOf("COMPLETE", { "broker-0": "COMPLETE" });
      down = outages.length < 3;
    };
    for await (const { status } of watchPlan(client, {}, { minDelay: 1, maxDelay: 5, onOutage })) {
      seen.push(status);
      down = status !== "COMPLETE";
    }
    expect(seen).toEqual(["IN_PROGRESS", "COMPLETE"]);
    expect(outages.map(({ state, attempts: tries }) => `${state} ${tries}`)).toEqual(["down 1", "down 2", "down 3", "up 3"]);
    expect(outages[0]?.error.code).toBe("unreachable");
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

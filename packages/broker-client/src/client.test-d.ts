import { expectTypeOf, test } from "vitest";
import { type BrokerClient, createBrokerClient } from "./index.ts";

const c = createBrokerClient({ url: "https://x", service: "kafka", revision: "R2" });
test("x", () => {
  expectTypeOf<keyof BrokerClient<"R2">["plans"]>().toEqualTypeOf<
    "show" | "continue" | "interrupt" | "watch" | "wait"
  >();
  c.topics.create({ topic: "a", partitions: 1, replication: 1 }, { timeout: 1 });
  c.topics.list();
  // @ts-expect-error
  c.topics.list({ signal: new AbortController().signal });
  // @ts-expect-error
  c.pods;
  const d = createBrokerClient({ url: "https://x", service: "kafka" });
  d.pods.restartAndWait({ node: 1 });
  d.plans.active();
});

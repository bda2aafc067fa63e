import type { BrokerRevision, brokerApi } from "@reeve/broker-models";
import { watchPlan } from "@reeve/client";
import type { OperationsIn } from "@reeve/contract";
import { expectTypeOf, test } from "vitest";
import {
  type BrokerClient,
  type BrokerTaskIds,
  type CallOptions,
  type CreateTopicInput,
  createBrokerClient,
  type MessageResult,
  type Plan,
  type PromisedAnswer,
  type TopicDescription,
  type TopicOffsets,
} from "./index.ts";
import { createBrokerDouble } from "./testing.ts";

const reach = { url: "https://cluster.example", service: "kafka" };

test("a client has exactly what its revision has", () => {
  type In<Revision extends BrokerRevision> = OperationsIn<typeof brokerApi, Revision>;
  expectTypeOf<keyof BrokerClient<"R1">>().toEqualTypeOf<keyof In<"R1">>();
  expectTypeOf<keyof BrokerClient<"R3">>().toEqualTypeOf<keyof In<"R3">>();
  expectTypeOf<keyof BrokerClient<"R2">["plans"]>().toEqualTypeOf<keyof In<"R2">["plans"] | "watch" | "wait">();
  expectTypeOf<keyof BrokerClient<"R1">["brokers"]>().toEqualTypeOf<
    keyof In<"R1">["brokers"] | "restartAndWait" | "replaceAndWait" | "restartAllAndWait"
  >();
  expectTypeOf<"connection" | "brokers" | "topics" | "configurations" | "plans">().toExtend<keyof BrokerClient<"R1">>();
  expectTypeOf<"topics" | "configurations" | "plans" | "pods">().toExtend<keyof BrokerClient<"R3">>();
  const r3 = createBrokerClient({ ...reach, revision: "R3" });
  expectTypeOf(r3).toEqualTypeOf<BrokerClient<"R3">>();
  // @ts-expect-error: R3 has no brokers
  r3.brokers;
  const r2 = createBrokerClient({ ...reach, revision: "R2" });
  // @ts-expect-error: R2 does not force steps
  r2.plans.forceComplete;
  // @ts-expect-error: there is no R4
  createBrokerClient({ ...reach, revision: "R4" });
});

test("without a revision it has all, and for one of several what they have in common", () => {
  const any = createBrokerClient(reach);
  expectTypeOf(any).toEqualTypeOf<BrokerClient>();
  expectTypeOf<keyof BrokerClient>().toEqualTypeOf<keyof (typeof brokerApi)["operations"]>();
  expectTypeOf(any.plans.active).toBeFunction();
  type Common = BrokerClient<"R1" | "R2">["plans"];
  expectTypeOf<"show" | "continue" | "interrupt" | "watch" | "wait">().toExtend<keyof Common>();
  expectTypeOf<Extract<keyof Common, "active" | "forceComplete" | "restart" | "list">>().toBeNever();
});

test("inputs", () => {
  const { topics, brokers, plans } = createBrokerClient({ ...reach, revision: "R2" });
  expectTypeOf(topics.create).parameters.toEqualTypeOf<[input: CreateTopicInput, options?: CallOptions]>();
  expectTypeOf(topics.create).toBeCallableWith({ topic: "a", partitions: 1, replication: 1 }, { timeout: 1 });
  expectTypeOf(brokers.restart).toBeCallableWith({ broker: 1 });
  expectTypeOf(brokers.restart).toBeCallableWith({ broker: "1" });
  expectTypeOf(topics.list).toBeCallableWith();
  expectTypeOf(topics.list).toBeCallableWith({}, { signal: AbortSignal.abort() });
  expectTypeOf(plans.show).toBeCallableWith();
  // @ts-expect-error: a field is missing
  topics.create({ topic: "a", partitions: 1 });
  // @ts-expect-error: a field is misspelt
  topics.describe({ topick: "a" });
  // @ts-expect-error: a topic is needed
  topics.describe();
  // @ts-expect-error: options are no input
  topics.list({ signal: AbortSignal.abort() });
  // @ts-expect-error: a number of brokers is no broker
  brokers.restart({ broker: [1] });
  // @ts-expect-error: offsets are of first, last, or a time
  topics.offsets({ topic: "a", time: "middle" });
});

test("outputs, raw answers, and what an editor shows", () => {
  const { topics, brokers, plans } = createBrokerClient({ ...reach, revision: "R2" });
  expectTypeOf(topics.describe).returns.resolves.toEqualTypeOf<TopicDescription>();
  expectTypeOf(topics.offsets).returns.resolves.toEqualTypeOf<TopicOffsets>();
  expectTypeOf(brokers.replace).returns.resolves.toEqualTypeOf<BrokerTaskIds>();
  expectTypeOf(plans.show).returns.resolves.toEqualTypeOf<Plan>();
  expectTypeOf(plans.watch).returns.toExtend<AsyncIterable<Plan>>();
  expectTypeOf<Awaited<ReturnType<typeof topics.create.raw>>["status"]>().toEqualTypeOf<number>();
  expectTypeOf<ReturnType<Awaited<ReturnType<typeof topics.create.raw>>["read"]>>().toEqualTypeOf<MessageResult>();
  expectTypeOf(topics.create).returns.toEqualTypeOf<
    PromisedAnswer<MessageResult, "Create a topic · change · POST /topics?name={topic}&partitions={partitions}&replication={replication}">
  >();
  expectTypeOf(topics.describe).returns.toEqualTypeOf<PromisedAnswer<TopicDescription, "Describe a topic · read · GET /topics/{topic}">>();
});

test("what reaches the cluster is said once", () => {
  createBrokerClient({ ...reach, token: undefined });
  // @ts-expect-error: a service is needed
  createBrokerClient({ url: "https://cluster.example" });
  // @ts-expect-error: a URL, or a transport, is needed
  createBrokerClient({ service: "kafka" });
  // @ts-expect-error: there is no switch that trusts everything
  createBrokerClient({ ...reach, rejectUnauthorized: false });
});

test("the waits take a client of any revision", () => {
  expectTypeOf(watchPlan).toBeCallableWith(createBrokerClient({ ...reach, revision: "R1" }));
  expectTypeOf(watchPlan).toBeCallableWith(createBrokerClient(reach), { plan: "recovery" });
});

test("a double answers what its revision answers", () => {
  createBrokerDouble("R2", { "topics.list": ["orders"], "brokers.restart": ({ broker }) => [`broker-${broker}__1`] });
  // @ts-expect-error: R3 has no brokers
  createBrokerDouble("R3", { "brokers.list": { brokers: [] } });
  // @ts-expect-error: topics are names
  createBrokerDouble("R3", { "topics.list": [1] });
  // @ts-expect-error: an input has no such field
  createBrokerDouble("R3", { "topics.describe": ({ topick }) => ({ partitions: [topick] }) });
});

import { activeStage, type BrokerClient, createBrokerClient, isDecisionPoint } from "@reeve/broker-client";
import { brokerApi } from "@reeve/broker-models";
import { expect, vi } from "vitest";
import { type Cluster, FAST, often, SLOW, soon } from "./cluster.ts";
import { readConfigurations } from "./configurations.ts";
import { changeGroups } from "./groups.ts";
import type { Ledger, Page } from "./ledger.ts";
import { pauseAndBringBack, restartAndReplace, useOwnNodes } from "./nodes.ts";
import { movePartitions } from "./partitions.ts";
import { controlNamedPlans, interruptAndGoOn, seeDeployed, stepsOf } from "./plans.ts";
import { configureTopic, dropTopic, makeTopics, useTopics } from "./topics.ts";

/** Calls every operation of R1, which has brokers by number, one staged plan of blocks, and controls of blocks. */
export async function runR1(cluster: Cluster, ledger: Ledger, access: string): Promise<void> {
  const service = "kafka-r1";
  const page = ledger.page(brokerApi, "R1", access);
  const broker = createBrokerClient({ ...cluster.reach, service, revision: "R1", onAnswer: page.onAnswer });
  await seeDeployed(page, broker.plans);
  const idle = await broker.plans.active();
  expect([idle.block, idle.phase, activeStage(idle)?.status]).toEqual([undefined, undefined, "Complete"]);
  await makeTopics(page, broker.topics);
  await configureTopic(page, broker.topics);
  await useTopics(page, broker.topics);
  await changeGroups(page, broker.groups);
  await movePartitions(page, broker);
  await readBrokers(page, broker);

  await cluster.change(service, { settings: { BROKER_MEM: 4096 } });
  const update = (await broker.plans.show()).phases.at(-1);
  expect(update?.steps.map(isDecisionPoint)).toEqual([true, true, false]);
  const phase = update?.name ?? "";
  await page.asked("plans.active", broker.plans.active(), ({ block, stage }) =>
    expect([block?.name, block?.has_decision_point, stage?.status]).toEqual(["broker-0", true, "Waiting"]),
  );
  await broker.plans.continue();
  await untilWaiting(broker, "broker-1");
  const restarted = { phase, step: "broker-0" };
  await page.asked("plans.restart", broker.plans.restart(restarted), ({ changed }) => expect(changed).toBe(true));
  await untilWaiting(broker, "broker-1");
  const forced = { phase, step: "broker-2" };
  await page.asked("plans.forceComplete", broker.plans.forceComplete(forced), ({ changed }) => expect(changed).toBe(true));
  expect(stepsOf(await broker.plans.show()).find(({ name }) => name === "broker-2")?.status).toBe("COMPLETE");
  await broker.plans.continue();
  await broker.plans.wait({}, often);

  await interruptStaged(page, cluster, service, broker);
  await readConfigurations(page, broker.configurations, [2048, 4096, 8192]);
  await restartBrokers(page, broker);
  await useOwnNodes(page, broker.nodes, "broker-2");
  await seeRecovered(cluster, service, broker);
  await dropTopic(page, broker.topics);
}

/** Calls every operation of R2, which has steps instead of blocks and no controls of a single step. */
export async function runR2(cluster: Cluster, ledger: Ledger, access: string): Promise<void> {
  const service = "kafka-r2";
  const page = ledger.page(brokerApi, "R2", access);
  const broker = createBrokerClient({ ...cluster.reach, service, revision: "R2", onAnswer: page.onAnswer });
  await seeDeployed(page, broker.plans);
  await makeTopics(page, broker.topics);
  await configureTopic(page, broker.topics);
  await useTopics(page, broker.topics);
  await changeGroups(page, broker.groups);
  await movePartitions(page, broker);
  await readBrokers(page, broker);
  await interruptStaged(page, cluster, service, broker);
  await readConfigurations(page, broker.configurations, [2048, 8192]);
  await restartBrokers(page, broker);
  await useOwnNodes(page, broker.nodes, "broker-2");
  await seeRecovered(cluster, service, broker);
  await dropTopic(page, broker.topics);
}

/** Calls every operation of R3, which has pods instead of brokers, and named plans. */
export async function runR3(cluster: Cluster, ledger: Ledger, access: string): Promise<void> {
  const service = "kafka-r3";
  const page = ledger.page(brokerApi, "R3", access);
  const broker = createBrokerClient({ ...cluster.reach, service, revision: "R3", onAnswer: page.onAnswer });
  const fast = () => cluster.change(service, { pace: FAST });
  await seeDeployed(page, broker.plans);
  await makeTopics(page, broker.topics);
  await configureTopic(page, broker.topics);
  await useTopics(page, broker.topics);
  await changeGroups(page, broker.groups);
  await movePartitions(page, broker);
  await cluster.change(service, { pace: SLOW, settings: { BROKER_MEM: 8192 } });
  await interruptAndGoOn(page, broker.plans, fast);
  await readConfigurations(page, broker.configurations, [2048, 8192]);
  await restartAndReplace(page, broker.pods, ["broker-0", "broker-1"]);
  await pauseAndBringBack(page, broker.pods, "broker-2");
  await useOwnNodes(page, broker.nodes, "broker-2");
  cluster.kill(service, "broker-1");
  await broker.topics.waitInSync(often);
  await dropTopic(page, broker.topics);
  await controlNamedPlans(page, broker.plans, { fast, slowly: () => cluster.change(service, { pace: SLOW }) });
}

type Early = BrokerClient<"R1"> | BrokerClient<"R2">;

async function readBrokers({ asked }: Page, { brokers, connection }: Early): Promise<void> {
  await asked("brokers.list", brokers.list(), (list) => expect(list).toEqual({ brokers: ["0", "1", "2"] }));
  await asked("connection.show", connection.show(), ({ address, dns }) => expect([address.length, dns.length]).toEqual([3, 3]));
}

/** Continues a staged update both times that it waits for a decision, and then interrupts and continues the rest of the update. */
async function interruptStaged(page: Page, cluster: Cluster, service: "kafka-r1" | "kafka-r2", broker: Early): Promise<void> {
  await cluster.change(service, { settings: { BROKER_MEM: 8192 } });
  await untilWaiting(broker, "broker-0");
  await broker.plans.continue();
  await untilWaiting(broker, "broker-1");
  await cluster.change(service, { pace: SLOW });
  await broker.plans.continue();
  await interruptAndGoOn(page, broker.plans, () => cluster.change(service, { pace: FAST }));
}

/** Polls until a step waits for a decision and all steps before it are complete. */
async function untilWaiting(broker: Early, step: string): Promise<void> {
  for await (const plan of broker.plans.watch({}, often)) {
    const steps = stepsOf(plan);
    const at = steps.findIndex(({ name }) => name === step);
    if (plan.status === "WAITING" && steps.slice(0, at).every(({ status }) => status === "COMPLETE")) return;
  }
  throw new Error(`the plan has ended, and the step ${step} never waited`);
}

/** Restarts brokers, which keep their agents, and replaces one broker, which moves to another agent. */
async function restartBrokers({ asked }: Page, { brokers, connection }: Early): Promise<void> {
  const addressOf = async (broker: number) => (await connection.show()).address[broker]?.split(":")[0];
  const first = await addressOf(1);
  await asked("brokers.restart", brokers.restartAndWait({ broker: 1 }, often), ([task]) => expect(task).toMatch(/^broker-1__/));
  expect(await addressOf(1)).toBe(first);
  await asked("brokers.replace", brokers.replaceAndWait({ broker: "1" }, often), ([task]) => expect(task).toMatch(/^broker-1__/));
  expect(await addressOf(1)).not.toBe(first);
  expect(await brokers.restartAllAndWait({}, often)).toEqual(["0", "1", "2"]);
}

/** A broker that dies is reported as missing and recovers automatically. */
async function seeRecovered(cluster: Cluster, service: "kafka-r1" | "kafka-r2", broker: Early): Promise<void> {
  // A client that loses answers may miss a recovery, so the broker is killed again before each attempt. After each further kill of the same
  // broker, the recovery takes longer.
  const listOfTheDead = () => {
    cluster.kill(service, "broker-2");
    return broker.brokers.list();
  };
  await vi.waitFor(async () => expect(await listOfTheDead()).toMatchObject({ unavailable: ["2"] }), soon);
  await broker.topics.waitInSync(often);
  await vi.waitFor(async () => expect(await broker.brokers.list()).toEqual({ brokers: ["0", "1", "2"] }), soon);
}

import type { PartitionPlacement, Proposal } from "@reeve/broker-models";
import type { Plan } from "@reeve/scheduler-models";
import { expect, test } from "vitest";
import { type DefinitionInput, type Reeve, startReeve } from "../src/index.ts";
import { type Answered, ask, complete, eventually, temporaryFolder, until } from "./running.ts";

const OWN = "/reeve/v1/services/kafka";

const brokers = (count: number, pace = 0, revision: "R1" | "R3" = "R3"): DefinitionInput => ({
  services: { kafka: { kind: "broker", revision, pace, settings: { BROKER_COUNT: count } } },
});

/** Starts a cluster of five brokers: three have a topic of twelve partitions, the other two are empty. */
async function startFive(more: { readonly pace?: number; readonly state?: string } = {}): Promise<Reeve> {
  const { pace = 0, state } = more;
  const reeve = await startReeve(brokers(3), { listen: false, ...(state !== undefined && { state }) });
  await until(reeve, "kafka", "deploy", complete);
  await ask(reeve, "POST /service/kafka/v1/topics/orders?partitions=12&replication=2");
  await ask(reeve, "PUT /service/kafka/v1/topics/orders?operation=producer-test&messages=12000");
  await reeve.deploy(brokers(5, pace));
  await until(reeve, "kafka", "deploy", complete);
  return reeve;
}

async function placed(reeve: Reeve, query = ""): Promise<readonly PartitionPlacement[]> {
  return (await ask(reeve, `GET ${OWN}/partitions${query}`)).body as readonly PartitionPlacement[];
}

const replicasOn = (partitions: readonly PartitionPlacement[], broker: number) =>
  partitions.filter(({ replicas }) => replicas.includes(broker)).length;

const asProposal = ({ body }: Answered) => body as Proposal;

test("the moves of a balance are shown, then made, and afterwards nothing is left to move", async () => {
  await using reeve = await startFive();
  const before = await placed(reeve);
  const proposal = asProposal(await ask(reeve, `GET ${OWN}/partitions/proposal`));
  expect(await placed(reeve)).toEqual(before);
  expect(proposal.brokers.map(({ after }) => after.replicas).sort()).toEqual([4, 5, 5, 5, 5]);
  expect(proposal.throttle).toBe(50_000_000);
  expect(proposal.bytes).toBe(proposal.transfers.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(asProposal(await ask(reeve, `POST ${OWN}/partitions/balance`))).toEqual(proposal);
  const plan = await until(reeve, "kafka", "partitions", complete);
  expect(plan.phases.map(({ name }) => name)).toEqual(["Move", "Leaders"]);
  const after = await placed(reeve);
  expect([0, 1, 2, 3, 4].map((broker) => replicasOn(after, broker)).sort()).toEqual([4, 5, 5, 5, 5]);
  expect(after.every(({ isr, replicas, leader }) => isr.length === 2 && leader === replicas[0])).toBe(true);
  expect(asProposal(await ask(reeve, `POST ${OWN}/partitions/balance`)).moves).toEqual([]);
  expect((await ask(reeve, "GET /service/kafka/v1/plans")).body).toContain("partitions");
});

test("a stopped balance is undone, and every partition keeps its replicas", async () => {
  await using reeve = await startFive({ pace: 1 });
  const before = await placed(reeve);
  await ask(reeve, `POST ${OWN}/partitions/balance?away_from=broker-0&throttle=1kB/s`);
  await eventually(async () => ((await placed(reeve, "?only=moving")).length > 0 ? true : undefined));
  expect((await ask(reeve, `POST ${OWN}/partitions/balance`)).status).toBe(409);
  expect((await ask(reeve, `POST ${OWN}/plans/partitions/stop`)).status).toBe(200);
  const plan = await until(reeve, "kafka", "partitions", complete);
  expect(plan.phases.map(({ name }) => name)).toEqual(["Cancel"]);
  // Changing only the preferred leader copies nothing, so the change may already be done.
  const copies = (partitions: readonly PartitionPlacement[]) => partitions.map(({ isr }) => isr.toSorted());
  expect(copies(await placed(reeve))).toEqual(copies(before));
  expect((await ask(reeve, `POST ${OWN}/plans/partitions/stop`)).status).toBe(208);
});

test("moves continue at their place after a restart of the service", async () => {
  using folder = temporaryFolder();
  {
    await using reeve = await startFive({ pace: 1, state: folder.path });
    await ask(reeve, `POST ${OWN}/partitions/balance?throttle=20MB/s`);
    await eventually(async () => ((await placed(reeve, "?only=moving")).length > 0 ? true : undefined));
  }
  await using reeve = await startReeve(brokers(5, 1), { listen: false, state: folder.path });
  await until(reeve, "kafka", "partitions", complete);
  expect(asProposal(await ask(reeve, `GET ${OWN}/partitions/proposal`)).moves).toEqual([]);
});

test("in revisions whose controls have no effect, the plan can still be paused and continued", async () => {
  await using reeve = await startFive({ pace: 1 });
  await reeve.deploy(brokers(5, 1, "R1"));
  await ask(reeve, `POST ${OWN}/partitions/balance?throttle=10MB/s`);
  expect((await ask(reeve, `POST ${OWN}/plans/partitions/interrupt`)).status).toBe(200);
  await until(reeve, "kafka", "partitions", ({ status }) => status === "WAITING");
  expect((await ask(reeve, `POST ${OWN}/plans/partitions/continue`)).status).toBe(200);
  await until(reeve, "kafka", "partitions", complete);
});

test("a restart waits for the moving partitions, and says so", async () => {
  await using reeve = await startFive({ pace: 1 });
  await ask(reeve, `POST ${OWN}/partitions/balance?throttle=1kB/s`);
  await eventually(async () => ((await placed(reeve, "?only=moving")).length > 0 ? true : undefined));
  const { body } = await ask(reeve, `POST ${OWN}/nodes/broker-1/restart`);
  expect(body).toMatchObject({ message: expect.stringMatching(/^waits for the plan partitions: Move of orders-/) });
  await ask(reeve, `POST ${OWN}/plans/partitions/stop`);
  await until(reeve, "kafka", "recovery", complete);
});

test("a topic gets more replicas, and fewer", async () => {
  await using reeve = await startFive();
  const shown = asProposal(await ask(reeve, `GET ${OWN}/topics/orders/replication?copies=4`));
  expect(shown.transfers.map(({ from }) => from)).toEqual(shown.transfers.map(() => null));
  expect((await placed(reeve)).every(({ replicas }) => replicas.length === 2)).toBe(true);
  expect(asProposal(await ask(reeve, `POST ${OWN}/topics/orders/replication?copies=4`))).toEqual(shown);
  await until(reeve, "kafka", "partitions", complete);
  expect((await placed(reeve)).every(({ replicas, isr }) => replicas.length === 4 && isr.length === 4)).toBe(true);
  // The topic's `min.insync.replicas` is set when it is created, and stays when the topic gets fewer copies.
  await ask(reeve, "POST /service/kafka/v1/topics/payments?partitions=1&replication=3");
  expect((await ask(reeve, `POST ${OWN}/topics/payments/replication?copies=1`)).body).toMatchObject({
    status: 409,
    detail: expect.stringContaining("ayments needs 2 copies in sync: lower its min.insync.replicas first"),
  });
  await ask(reeve, `POST ${OWN}/topics/orders/replication?copies=2`);
  await until(reeve, "kafka", "partitions", complete);
  expect((await placed(reeve, "?topics=orders")).every(({ replicas }) => replicas.length === 2)).toBe(true);
  expect((await ask(reeve, `POST ${OWN}/topics/orders/replication?copies=6`)).status).toBe(400);
  expect((await ask(reeve, `POST ${OWN}/topics/nothing/replication?copies=1`)).status).toBe(404);
});

test("partitions with too few in-sync replicas are listed", async () => {
  await using reeve = await startFive();
  expect(await placed(reeve, "?only=under-replicated")).toEqual([]);
  await ask(reeve, "POST /service/kafka/v1/pod/broker-0/pause");
  const held = (await placed(reeve)).filter(({ replicas }) => replicas.includes(0));
  const under = await eventually(async () => {
    const found = await placed(reeve, "?only=under-replicated");
    return found.length > 0 ? found : undefined;
  });
  expect(under.map(({ partition }) => partition)).toEqual(held.map(({ partition }) => partition));
});

test("leaders return to the first replica automatically when a broker is back", async () => {
  await using reeve = await startFive();
  await ask(reeve, "POST /service/kafka/v1/pod/broker-0/pause");
  const led = async () => (await placed(reeve)).filter(({ replicas, leader }) => replicas[0] === 0 && leader !== 0);
  await eventually(async () => ((await led()).length > 0 ? true : undefined));
  await ask(reeve, "POST /service/kafka/v1/pod/broker-0/restart");
  await eventually(async () => ((await led()).length === 0 ? true : undefined));
});

test("leaders are returned to the first replica on request", async () => {
  await using reeve = await startFive();
  const { status } = await ask(reeve, `POST ${OWN}/partitions/elect-leaders?topics=orders`);
  expect([200, 202]).toContain(status);
  await until(reeve, "kafka", "partitions", complete);
  expect((await placed(reeve)).every(({ leader, replicas }) => leader === replicas[0])).toBe(true);
});

test("if the number of brokers is reduced, the highest brokers are emptied first", async () => {
  await using reeve = await startFive();
  await ask(reeve, `POST ${OWN}/partitions/balance`);
  await until(reeve, "kafka", "partitions", complete);
  await reeve.deploy(brokers(3));
  const plan = await until(reeve, "kafka", "deploy", complete);
  expect(departures(plan)).toEqual(["leave broker-4", "leave broker-3"]);
  expect((await ask(reeve, "GET /service/kafka/v1/pod")).body).toEqual(["broker-0", "broker-1", "broker-2"]);
  const after = await placed(reeve);
  expect(after.every(({ replicas, isr }) => replicas.every((id) => id < 3) && isr.length === 2)).toBe(true);
  expect(after.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(12_000 * 1024);
});

test("fewer brokers than a partition has replicas are refused with the reason", async () => {
  await using reeve = await startFive();
  await expect(reeve.deploy(brokers(1))).rejects.toThrow(
    "kafka: cannot reduce broker nodes from 5 to 1: orders-0 has 2 copies, but only 1 broker would remain; first lower the replication factor of orders; set the number back to 5",
  );
});

test("a balance that would fill the disk of a broker is refused with the reason", async () => {
  await using reeve = await startFive();
  const small: DefinitionInput = {
    services: { kafka: { kind: "broker", pace: 0, settings: { BROKER_COUNT: 5, BROKER_DISK: 10 } } },
  };
  await ask(reeve, "PUT /service/kafka/v1/topics/orders?operation=producer-test&messages=12000");
  await reeve.deploy(small);
  await until(reeve, "kafka", "deploy", complete);
  const detail = async (asked: string) => ((await ask(reeve, asked)).body as { readonly detail: string; readonly status: number }).detail;
  expect(await detail(`POST ${OWN}/topics/orders/replication?copies=5`)).toMatch(/roker-\d would need \d+ MB but has only 10 MB/);
  expect(await detail(`POST ${OWN}/partitions/balance?away_from=0,1`)).toMatch(/roker-\d would need \d+ MB but has only 10 MB/);
  expect((await ask(reeve, "GET /service/kafka/v1/plans")).body).not.toContain("partitions");
});

test("an impossible balance is refused with the reason", async () => {
  await using reeve = await startFive();
  const detail = async (query: string) =>
    ((await ask(reeve, `POST ${OWN}/partitions/balance?${query}`)).body as { readonly detail: string }).detail;
  expect(await detail("away_from=broker-9")).toContain("kafka has no broker-9; there are broker-0, ");
  expect(await detail("topics=nothing")).toContain("afka has no topic nothing");
  expect(await detail("topics=order")).toContain("afka has no topic order; did you mean orders?");
  expect(await detail("away_from=0,1,2,3")).toContain("has 2 copies, but only 1 broker would remain");
  expect(await detail("to=new&away_from=1")).toContain("either to or away_from, not both");
  expect(await detail("throttle=fast")).toContain("a rate such as");
  expect(await detail("throttle=0MB/s")).toContain("a rate such as");
});

function departures({ phases }: Plan): readonly string[] {
  return phases.flatMap(({ steps }) => steps.map(({ name }) => name)).filter((name) => name.startsWith("leave "));
}

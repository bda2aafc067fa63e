import type { PartitionPlacement, Proposal } from "@reeve/broker-models";
import type { Plan } from "@reeve/scheduler-models";
import { expect, test } from "vitest";
import { type DefinitionInput, type Reeve, startReeve } from "../src/index.ts";
import { type Answered, ask, complete, eventually, temporaryFolder, until } from "./running.ts";

const OWN = "/reeve/v1/services/kafka";

const brokers = (count: number, pace = 0, revision: "R1" | "R3" = "R3"): DefinitionInput => ({
  services: { kafka: { kind: "broker", revision, pace, settings: { BROKER_COUNT: count } } },
});

/** Three brokers with a topic of twelve partitions, and two more that have nothing. */
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

test("what a balance would move is shown, then moved, and right after it there is nothing to move", async () => {
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

test("a balance that is stopped is taken back, and every partition keeps its copies", async () => {
  await using reeve = await startFive({ pace: 1 });
  const before = await placed(reeve);
  await ask(reeve, `POST ${OWN}/partitions/balance?away_from=broker-0&throttle=1kB/s`);
  await eventually(async () => ((await placed(reeve, "?only=moving")).length > 0 ? true : undefined));
  expect((await ask(reeve, `POST ${OWN}/partitions/balance`)).status).toBe(409);
  expect((await ask(reeve, `POST ${OWN}/plans/partitions/stop`)).status).toBe(200);
  const plan = await until(reeve, "kafka", "partitions", complete);
  expect(plan.phases.map(({ name }) => name)).toEqual(["Cancel"]);
  // Another preferred leader alone needs no copy, so that it may be in place already.
  const copies = (partitions: readonly PartitionPlacement[]) => partitions.map(({ isr }) => isr.toSorted());
  expect(copies(await placed(reeve))).toEqual(copies(before));
  expect((await ask(reeve, `POST ${OWN}/plans/partitions/stop`)).status).toBe(208);
});

test("moves go on where they were after the service has ended", async () => {
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

test("a restart waits for the partitions that move, and says so", async () => {
  await using reeve = await startFive({ pace: 1 });
  await ask(reeve, `POST ${OWN}/partitions/balance?throttle=1kB/s`);
  await eventually(async () => ((await placed(reeve, "?only=moving")).length > 0 ? true : undefined));
  const { body } = await ask(reeve, `POST ${OWN}/nodes/broker-1/restart`);
  expect(body).toMatchObject({ message: expect.stringMatching(/^waits for the partitions: Move of orders-/) });
  await ask(reeve, `POST ${OWN}/plans/partitions/stop`);
  await until(reeve, "kafka", "recovery", complete);
});

test("a topic gets more copies, and fewer", async () => {
  await using reeve = await startFive();
  await ask(reeve, `POST ${OWN}/topics/orders/replication?copies=4`);
  await until(reeve, "kafka", "partitions", complete);
  expect((await placed(reeve)).every(({ replicas, isr }) => replicas.length === 4 && isr.length === 4)).toBe(true);
  expect((await ask(reeve, `POST ${OWN}/topics/orders/replication?copies=1`)).body).toMatchObject({
    status: 409,
    detail: expect.stringContaining("rders needs 2 copies in sync: lower its min.insync.replicas first"),
  });
  await ask(reeve, `POST ${OWN}/topics/orders/replication?copies=2`);
  await until(reeve, "kafka", "partitions", complete);
  expect((await placed(reeve)).every(({ replicas }) => replicas.length === 2)).toBe(true);
  expect((await ask(reeve, `POST ${OWN}/topics/orders/replication?copies=6`)).status).toBe(400);
  expect((await ask(reeve, `POST ${OWN}/topics/nothing/replication?copies=1`)).status).toBe(404);
});

test("leaders are brought back to the first replica", async () => {
  await using reeve = await startFive();
  const { status } = await ask(reeve, `POST ${OWN}/partitions/elect-leaders?topics=orders`);
  expect([200, 202]).toContain(status);
  await until(reeve, "kafka", "partitions", complete);
  expect((await placed(reeve)).every(({ leader, replicas }) => leader === replicas[0])).toBe(true);
});

test("with fewer brokers, those that go are emptied first, the highest first", async () => {
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

test("fewer brokers than a partition has copies are refused with the reason", async () => {
  await using reeve = await startFive();
  await expect(reeve.deploy(brokers(1))).rejects.toThrow(
    "kafka: cannot reduce broker nodes from 5 to 1: orders-0 has 2 copies, and 1 broker would be left for them; lower its replication first; set the number back to 5",
  );
});

test("what cannot be balanced is refused with the reason", async () => {
  await using reeve = await startFive();
  const detail = async (query: string) =>
    ((await ask(reeve, `POST ${OWN}/partitions/balance?${query}`)).body as { readonly detail: string }).detail;
  expect(await detail("away_from=broker-9")).toContain("here is no broker-9");
  expect(await detail("topics=nothing")).toContain("here is no topic nothing");
  expect(await detail("away_from=0,1,2,3")).toContain("has 2 copies, and 1 broker would be left");
  expect(await detail("to=new&away_from=1")).toContain("either this or away_from");
  expect(await detail("throttle=fast")).toContain("a rate such as");
});

function departures({ phases }: Plan): readonly string[] {
  return phases.filter(({ name }) => name === "Departure").flatMap(({ steps }) => steps.map(({ name }) => name));
}

/**
 * The second part of the trial `kubernetes-database`, in the network of the cluster's node: `node database-backups-in-pods.ts IMAGE`. A
 * database in pods is backed up to a real object store and restored into another database in pods. Meanwhile the service is killed twice, a
 * node once, and the API server is away for ten seconds.
 */
import { createCipheriv } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startCountedStore } from "@reeve/tests/cassandra/counted-store";
import { driverAt, openRows } from "@reeve/tests/cassandra/rows";
import { databaseProgram } from "@reeve/tests/cassandra/service";
import { until } from "@reeve/tests/service-program";
import { kubectl } from "./kubectl.ts";
import { outages } from "./outages.ts";
import { report } from "./pods-of-brokers.ts";

const [image = ""] = process.argv.slice(2);
const NAMESPACE = "backups";
const NODES = 2;
const TARGET = "target";
const ROWS = 20_000;
/** Large rows make files that are sent in several parts. */
const BLOBS = 160;
const BLOB = 1_000_000;
const LONG = 900_000;
const AWAY = 10_000;

const database = {
  kind: "wide-column",
  engine: "cassandra",
  settings: { NODE_COUNT: NODES, NODE_MEM: 768, NODE_CPUS: 0.25 },
  runtime: { name: "kubernetes", namespace: NAMESPACE, image, spread: "preferred" },
} as const;

kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found");
kubectl("create", "namespace", NAMESPACE);
// The delay makes a backup so slow that a kill can happen in its middle.
const store = await startCountedStore({ delay: 200 });
const service = databaseProgram(database, {
  objectStore: { endpoint: store.endpoint },
  services: { [TARGET]: database },
});
const peaks: number[] = [];
const place = (name: string) => ({ ...store.place, backup_name: name });
try {
  await service.start();
  await comesBack();
} finally {
  await service.end();
  service[Symbol.dispose]();
  await store[Symbol.asyncDispose]();
}
process.exit();

async function comesBack(): Promise<void> {
  await timed("both plans are complete", async () => {
    for (const name of [service.name, TARGET]) await service.clientOf(name).plans.wait({}, { within: LONG });
  });
  await using rows = await openRows(await service.addresses(NODES), NODES);
  await timed(`${ROWS} rows and ${BLOBS} large rows are written`, async () => {
    await rows.fill(ROWS);
    await writeBlobs(await service.addresses(NODES));
  });
  const writer = rows.write(2);
  const backUp = () => service.client.backup.start(place("nightly"));
  await timed("a backup with the service killed and the API server away is complete", async () => {
    await backUp();
    await until(() => sentKeys().length > 8);
    await killService();
    await backUp();
    await outOfReach(service.name, "backup");
    await well(service.name, "backup", backUp);
  });
  const failed = await writer.stop();
  const keys = sentKeys();
  expect((await service.client.backups.verify(place("nightly"))).problems.length === 0, "the backup is damaged");
  const { tables } = await service.client.backups.show(place("nightly"));
  console.log(`${JSON.stringify(tables)}; ${failed.length} writes failed`);
  console.log(
    `${keys.length} requests sent ${new Set(keys).size} files; ${await store.files().then(({ length }) => length)} are in the bucket`,
  );

  for (const name of ["before", "after"]) {
    store.asked.length = 0;
    await timed(`the backup ${name} is complete`, async () => {
      await service.client.backup.start(place(name));
      await well(service.name, "backup", () => service.client.backup.start(place(name)));
    });
    console.log(`${new Set(sentKeys()).size} files were sent`);
  }
  expect(sentKeys().length === 0, "a backup of unchanged data has sent files");

  store.asked.length = 0;
  const restore = () => service.clientOf(TARGET).restore.start(place("after"));
  await timed("a restore with the service and a node killed is complete", async () => {
    await restore();
    await until(() => store.asked.filter((each) => /^GET .*\/~files\//.test(each)).length > 8);
    await killService();
    await restore();
    const [[pid = 0] = []] = [...service.processes(TARGET).values()];
    process.kill(pid, "SIGKILL");
    await well(TARGET, "restore", restore);
  });
  await service.clientOf(TARGET).plans.wait({}, { within: LONG });
  const addresses = await service.addresses(NODES, TARGET);
  await using again = await openRows(addresses, NODES);
  const { equal, other, below } = await again.compare(ROWS);
  const missing = rows.acknowledged.filter((id) => id >= ROWS).length - (equal - below);
  const large = await equalBlobs(addresses);
  console.log(
    `${equal} rows equal, ${below} of the first ${ROWS}, ${other.length} differ, ${missing} of those written meanwhile are missing; ${large} of ${BLOBS} large rows equal`,
  );
  expect(below === ROWS && other.length === 0 && large === BLOBS && missing <= 0, "rows are missing or differ");
  console.log(`the service used at most ${Math.max(...peaks, peakOfMemory())} MB of memory (${peaks.join(", ")} before its kills)`);
  leavesNothing();
}

/** Expects that no secret key is in the cluster or in a command line, and that no file and no shell of the work is left. */
function leavesNothing(): void {
  const secret = store.place.s3_secret_key;
  const objects = kubectl("-n", NAMESPACE, "get", "pods,configmaps,secrets,events", "-o", "yaml");
  const lines = readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => read(`/proc/${pid}/cmdline`));
  expect(![objects, ...lines].some((text) => text.includes(secret)), "the secret key is in the cluster or a command line");
  const pods = kubectl("-n", NAMESPACE, "get", "pods", "-o", "name").split("\n");
  for (const pod of pods) {
    const script = `find /sandbox -name restore -o -path '*/snapshots/reeve-*' | head -3; ps -o args | grep -c 'sha256su[m] <'`;
    const printed = kubectl("-n", NAMESPACE, "exec", pod, "--", "/bin/sh", "-c", `${script} || true`);
    const [left = "", ...more] = printed.split("\n");
    console.log(`${pod}: ${[left, ...more].join(" ")}`);
    expect(left === "0", `${pod} has files or shells that are left`);
  }
}

/** Takes the API server away while a plan is running. */
async function outOfReach(instance: string, name: string): Promise<void> {
  const [outage] = outages;
  expect(outage !== undefined && (await planOf(instance, name)).status !== "COMPLETE", `${name} was too fast`);
  await outage?.happen(AWAY);
}

async function killService(): Promise<void> {
  peaks.push(peakOfMemory());
  await service.kill();
  await sleep(1000);
  await service.start();
}

interface Step {
  readonly status: string;
  readonly message: string;
  readonly reason: string | null;
}

interface Plan {
  readonly status: string;
  readonly phases: readonly { readonly steps: readonly Step[] }[];
}

async function planOf(instance: string, name: string): Promise<Plan> {
  const headers = { authorization: `token=${service.token}` };
  const answer = await fetch(`${service.url}/reeve/v1/services/${instance}/plans/${name}`, { headers });
  return (await answer.json()) as Plan;
}

/** Waits until a plan is complete. If the plan stops, it is requested again with its keys, as an operator would. */
async function well(instance: string, name: string, again: () => Promise<unknown>): Promise<void> {
  let said = "";
  await until(async () => {
    const { status, phases } = await planOf(instance, name);
    const errors = phases.flatMap(({ steps }) => steps.filter((step) => step.status === "ERROR"));
    const open = errors.map(({ message, reason }) => `${message}: ${reason}`).join("; ");
    if (status === "ERROR" || status === "WAITING") {
      if (open !== said) console.log(`${name} has stopped: ${status} ${open}`);
      said = open;
      await again().catch((error: Error) => console.log(`refused: ${error.message}`));
      await sleep(1000);
    }
    return status === "COMPLETE";
  }, LONG);
}

/** The keys of the files that were sent to the store, in order. */
function sentKeys(): readonly string[] {
  return store.asked.flatMap((each) => /^PUT .*(\/~files\/.*)/.exec(each)?.[1] ?? []);
}

/** The content of a large row, which cannot be compressed. */
function blobOf(id: number): Buffer {
  return createCipheriv("aes-128-ctr", Buffer.alloc(16, id), Buffer.alloc(16)).update(Buffer.alloc(BLOB));
}

async function writeBlobs(addresses: readonly string[]): Promise<void> {
  const client = driverAt(addresses);
  await client.execute("CREATE TABLE kept.blobs (id int PRIMARY KEY, content blob)");
  for (let id = 0; id < BLOBS; id++) {
    const query = "INSERT INTO kept.blobs (id, content) VALUES (?, ?)";
    await client.execute(query, [id, blobOf(id)], { prepare: true, isIdempotent: true });
  }
  await client.shutdown();
}

async function equalBlobs(addresses: readonly string[]): Promise<number> {
  const client = driverAt(addresses);
  let equal = 0;
  for (let id = 0; id < BLOBS; id++) {
    const { rows } = await client.execute("SELECT content FROM kept.blobs WHERE id = ?", [id], { prepare: true });
    if (blobOf(id).equals(rows[0]?.content ?? Buffer.of())) equal++;
  }
  await client.shutdown();
  return equal;
}

/** The largest amount of memory that the service has used so far, in megabytes. */
function peakOfMemory(): number {
  const service = readdirSync("/proc").find(
    (pid) =>
      /^\d+$/.test(pid) &&
      read(`/proc/${pid}/status`).includes(`PPid:\t${process.pid}\n`) &&
      read(`/proc/${pid}/cmdline`).includes("apps/service/src/main.ts"),
  );
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(read(`/proc/${service}/status`))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1000);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await work();
  report(what, performance.now() - begun);
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/**
 * The part of the trial `kubernetes-conformance` that runs after the cluster has been started, in the network of the cluster's node: `node
 * conformance-in-pods.ts KIND IMAGE`.
 */
import type { AnyApi } from "@reeve/contract";
import { type Reeve, startReeve } from "@reeve/service";
import { readSite } from "@reeve/site-xml";
import { apis } from "@reeve/tests/apis";
import { openRows } from "@reeve/tests/cassandra/rows";
import { type DocumentedRow, documentedRows } from "@reeve/tests/documented-rows";
import type { InstanceInput } from "@reeve/tests/service-program";
import { differences } from "@reeve/tests/shape-differences";
import { type Walked, type Walker, walker } from "@reeve/tests/walk";
import { kubectl } from "./kubectl.ts";

type Kind = "broker" | "wide-column" | "file-system";

const [given = "broker", image = ""] = process.argv.slice(2);
const kind = given as Kind;
const NAMESPACE = "conformance";
const LONG = 1_200_000;

/** Pods request few processors, because a pod that requests more than its node has cannot run. */
const size = { mem: 256, cpus: 0.05, disk: 1000 };
const definitions: Readonly<Record<Kind, object>> = {
  broker: { engine: "kafka", settings: { BROKER_MEM: 256, BROKER_CPUS: 0.25 } },
  "wide-column": { engine: "cassandra", settings: { NODE_COUNT: 2, NODE_MEM: 640, NODE_CPUS: 0.25 } },
  "file-system": { engine: "hdfs", pods: { journal: size, name: size, fc: size, data: { ...size, count: 3 } } },
};

/** The name of the instance, which both services use, so that the texts of their answers can be compared. */
const NAME = "same";

const runtimes = {
  local: {},
  pods: { runtime: { name: "kubernetes", namespace: NAMESPACE, image, spread: "preferred" } },
} as const;

function servicesOf(side: keyof typeof runtimes, revision: string) {
  const instance = { kind, revision, ...definitions[kind], ...runtimes[side] };
  return { services: { [NAME]: instance as InstanceInput } };
}

/** Differences that have a reason. */
const explained: ReadonlySet<string> = new Set([
  // The service knows the process id of a task only if the task runs on its own machine.
  "[].status.containerStatus.executorPid: number here, null simulated",
  // Pods have an image.
  "pod-specs[].container: null here, object simulated",
  // Clients of nodes with stable names soon look up a name again, because the pod behind it may have been replaced.
  "ipc.client.connect.timeout: only simulated",
]);

interface Side {
  readonly reeve: Reeve;
  readonly steps: Walker;
}

kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found");
kubectl("create", "namespace", NAMESPACE);
const api = apis.find(({ name }) => name === kind) as AnyApi;
const rows = documentedRows.filter((row) => row.api === kind);
const [first = ""] = api.revisions;
const [local, pods] = await Promise.all([begin("local"), begin("pods")]);
const unlike: string[] = [];
let count = 0;
try {
  for (const revision of api.revisions) {
    await both(async ({ reeve, steps }, side) => {
      if (revision !== first) await reeve.deploy(servicesOf(side, revision));
      await steps.quiet();
      await prepare(reeve, steps, revision);
    });
    for (const row of rows) for (const method of row.methods) await compare(revision, method, row);
  }
} finally {
  await both(({ reeve }) => reeve.close());
  // Pods outlive the service.
  kubectl("delete", "namespace", NAMESPACE);
}
console.log(`${count} rows requested from both, ${unlike.length} answered differently`);
for (const each of unlike) console.log(each);
process.exit(unlike.length === 0 ? 0 : 1);

async function begin(side: keyof typeof runtimes): Promise<Side> {
  const reeve = await startReeve(servicesOf(side, first));
  const steps = walker(reeve, NAME, LONG);
  await steps.quiet();
  return { reeve, steps };
}

function both<Value>(work: (side: Side, name: keyof typeof runtimes) => Promise<Value>) {
  return Promise.all([work(local, "local"), work(pods, "pods")]);
}

/** Creates what the rows of a revision read. */
async function prepare(reeve: Reeve, { send }: Walker, revision: string): Promise<void> {
  if (kind === "broker") {
    const create = revision === "R3" ? "/topics/orders?" : "/topics?name=orders&";
    await send("DELETE", `/service/${NAME}/v1/topics/made`);
    await send("POST", `/service/${NAME}/v1${create}partitions=2&replication=2`);
  }
  if (kind === "wide-column") {
    await using made = await openRows(await reeve.addresses(NAME), 2, "demo");
    await made.execute("INSERT INTO demo.rows (id, value) VALUES (0, 'zero')");
  }
}

async function compare(revision: string, method: string, row: DocumentedRow): Promise<void> {
  if (row.path === "/restore/start") await both(({ reeve }) => dropDemo(reeve));
  const [ofLocal, ofPods] = await both(({ steps }) => steps.walk(method, row));
  const shown = `${revision}  ${method} ${row.path}${row.query === "" ? "" : `?${row.query}`}`;
  const matches = faultsOf(ofLocal, ofPods);
  count++;
  console.log(`${shown.padEnd(70)} local ${ofLocal.status}  pods ${ofPods.status}  ${matches.length === 0 ? "same" : matches}`);
  if (matches.length > 0) unlike.push(`${shown}: ${matches.join(", ")}`);
}

/** A restore needs an empty cluster. */
async function dropDemo(reeve: Reeve): Promise<void> {
  await using made = await openRows(await reeve.addresses(NAME), 2, "other");
  await made.execute("DROP KEYSPACE demo");
}

/** Lists how two answers differ: in status, type, fields, the names of a site document's properties, or the words of a refusal. */
function faultsOf(ofLocal: Walked, ofPods: Walked): readonly string[] {
  if (ofLocal.status !== ofPods.status) return [`${ofLocal.status} ${ofLocal.text}; ${ofPods.status} ${ofPods.text}`];
  if (ofLocal.type !== ofPods.type) return [`${ofLocal.type}; ${ofPods.type}`];
  if (ofLocal.type.includes("problem")) {
    const [one, other] = [anonymous(ofLocal.text), anonymous(ofPods.text)];
    return one === other ? [] : [`${one}; ${other}`];
  }
  const [one, other] = ofLocal.type.includes("xml") ? [propertiesOf(ofLocal.text), propertiesOf(ofPods.text)] : [ofLocal.body, ofPods.body];
  return differences(one, other).filter((difference) => !explained.has(difference));
}

/** The names of a site document's properties, and whether they have values. */
function propertiesOf(document: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...readSite(document).properties].map(({ name, value }) => [name, typeof value]));
}

/** Removes what necessarily differs from a text: the ids of requests and configurations. */
function anonymous(text: string): string {
  return text.replaceAll(/"instance":"[^"]*"/g, "").replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "ID");
}

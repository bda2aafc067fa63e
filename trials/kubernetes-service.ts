/**
 * Installs the service itself in a real cluster, as `reeve up --runtime kubernetes` does, and runs real brokers there. While a foreign
 * client writes, the service's pod is deleted, its process is killed, its image is changed and its machine is drained, also during
 * rollouts. The brokers may not be disturbed, and no acknowledged record may be missing. The cluster is built and started on this machine
 * (`trials/support/kubernetes/lab`). `--keep` leaves the cluster running; `--tls` gives the service a certificate; `--image` and
 * `--brokers` name images that the node already has, and `--image` without a digest. Needs npm and everything that `npm run trial
 * kubernetes` needs.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createBrokerClient } from "@reeve/broker-client";
import { kafkaImage } from "../scripts/images/kafka-image.ts";
import { serviceImage } from "../scripts/images/service-image.ts";
import { judge } from "./support/kubernetes/judge.ts";
import { lab as command, commandOfLab, inNetwork, labOutput } from "./support/kubernetes/lab.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { values } = parseArgs({
  options: {
    keep: { type: "boolean" },
    image: { type: "string" },
    brokers: { type: "string" },
    tls: { type: "boolean", default: false },
  },
});
const NAMESPACE = "reeve";
const LONG = 900_000;
const kubectl = (...args: readonly string[]) => labOutput("kubectl", "-n", NAMESPACE, ...args);

process.exitCode = await withLab({ keep: values.keep ?? false, needs: ["jlink", "npm"] }, async (lab) => {
  const broker = values.brokers ?? (await lab.image((busybox, file) => kafkaImage(busybox, "reeve.local/kafka:trial", file)));
  const imageNamed = async (name: string) => {
    await lab.image((busybox, file) => serviceImage(busybox, name, file));
    // Both images have the same content and therefore the same digest, so they differ only in their names.
    return name;
  };
  const image = values.image ?? (await imageNamed("reeve.local/reeve:trial"));
  const next = await imageNamed("reeve.local/reeve:next");
  console.log(`--brokers ${broker} --image ${image}`);
  labOutput("kubectl", "delete", "namespace", NAMESPACE, "--ignore-not-found");
  labOutput("kubectl", "create", "namespace", NAMESPACE);
  const folder = mkdtempSync(join(tmpdir(), "reeve-in-cluster-"));
  const definition = join(folder, "cluster.json");
  writeFileSync(definition, JSON.stringify(definitionWith(broker, 256)));
  const environment = { ...process.env, KUBECONFIG: lab.kubeconfig, REEVE_HOME: folder };
  const begun = performance.now();
  void openVolume();
  const upWith = (reference: string, ...flags: readonly string[]) => {
    const where = ["--definition", definition, "--namespace", NAMESPACE];
    return reeve(["up", "--runtime", "kubernetes", "--image", reference, ...where, "--json", "--show-token", ...flags], environment);
  };
  const up = upWith(image);
  try {
    const { url, token, caPem: ca } = JSON.parse(await up.line());
    report(`the service answers at ${url}`, begun);
    const trusted = ca === undefined ? {} : { ca };
    const client = createBrokerClient({ url, token, ...trusted, service: "kafka", revision: "R2" });
    await client.plans.wait({}, { within: LONG });
    report("the plan is complete", begun);
    console.log(kubectl("get", "pods,statefulsets,services,persistentvolumeclaims,poddisruptionbudgets,leases", "-o", "wide"));
    await client.topics.create({ topic: "orders", partitions: 6, replication: 3 });
    const bootstrap = (await client.connection.show()).address;
    console.log(judge(NAMESPACE, broker, bootstrap, kubectl));
    console.log(JSON.stringify(await client.nodes.usage()));

    const load = await beginLoad(bootstrap);
    const before = pods();
    await elsewhere("pod of the service deleted without a rollout", () => kubectl("delete", "pod", "reeve-0", "--wait=false"));
    await expectPods(before);
    await elsewhere("process of the service killed without a rollout", () => process.kill(pidOfService(), "SIGKILL"));
    await expectPods(before);
    await elsewhere("image of the service changed without a rollout", () => upgrade(next));
    await expectPods(before);

    await rollout(272, "pod of the service deleted", () => kubectl("delete", "pod", "reeve-0", "--wait=false"));
    await rollout(256, "image of the service changed", () => upgrade(image));
    await elsewhere("machine drained, and uncordoned", drain);
    await complete();
    console.log(judge(NAMESPACE, broker, bootstrap, kubectl));
    return (await load.missing()) === 0 ? 0 : 1;

    /** Rolls out another amount of memory, and disturbs the service meanwhile. All pods but the controller's are new afterwards. */
    async function rollout(memory: number, what: string, happen: () => unknown): Promise<void> {
      const start = performance.now();
      const old = pods();
      writeFileSync(definition, JSON.stringify(definitionWith(broker, memory)));
      const caOf = ca === undefined ? {} : { REEVE_CA: ca };
      const where = { REEVE_URL: url, REEVE_TOKEN: token, ...caOf };
      const deployed = reeve(["deploy", definition, "--json"], { ...environment, ...where });
      await deployed.line();
      await sleep(3000);
      await elsewhere(`${what} during a rollout`, happen);
      await complete();
      report("changed definition rolled out", start);
      const stayed = [...pods()].filter((each) => old.has(each));
      console.log(`${stayed.length} of ${old.size} pods stayed (expected: the controller)`);
      if (stayed.length !== 1) throw new Error("other pods were restarted than those of the changed nodes");
    }

    async function upgrade(reference: string): Promise<void> {
      const detached = upWith(reference, "--detach");
      console.log(`${await detached.line()} ${kubectl("get", "pod", "reeve-0", "-o", "jsonpath={.spec.containers[0].image}")}`);
      await detached.end();
    }

    async function complete(): Promise<void> {
      await client.plans.wait({}, { within: LONG });
      const isWell = async () => (await client.nodes.list()).every(({ state: is, reason }) => is === "running" && !reason);
      for (const late = Date.now() + LONG; !(await isWell().catch(() => false)); await sleep(500)) {
        if (Date.now() > late) throw new Error(JSON.stringify(await client.nodes.list()));
      }
    }

    /** A drain evicts the service and one node; the disruption budget refuses all further evictions. */
    async function drain(): Promise<void> {
      const allowed = () => kubectl("get", "poddisruptionbudget", "kafka", "-o", "jsonpath={.status.disruptionsAllowed}");
      for (const late = Date.now() + LONG; allowed() !== "1"; await sleep(500)) {
        if (Date.now() > late) throw new Error("the disruption budget allows no eviction");
      }
      const old = pods();
      const [machine] = labOutput("kubectl", "get", "nodes", "-o", "jsonpath={.items[*].metadata.name}").split(" ");
      if (machine === undefined) throw new Error("there is no machine");
      const flags = ["--force", "--delete-emptydir-data", "--ignore-daemonsets", "--timeout=40s"];
      const [program, args] = commandOfLab("kubectl", "drain", machine, ...flags);
      const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
      const left = [...pods()].filter((each) => old.has(each));
      const refused = stderr.match(/disruption budget/g)?.length ?? 0;
      console.log(`drain: exit code ${status}, ${left.length} of ${old.size} pods stay, ${refused} evictions refused by the budget`);
      command("kubectl", "uncordon", machine);
      if (left.length !== old.size - 1 || refused === 0) throw new Error(stderr);
    }

    /** Disturbs the service, and waits until another process of the service answers. */
    async function elsewhere(what: string, happen: () => unknown): Promise<void> {
      const start = performance.now();
      const earlier = runOfService();
      await happen();
      const isBack = async () => runOfService() !== earlier && (await client.nodes.list()).length > 0;
      for (const late = Date.now() + LONG; !(await isBack().catch(() => false)); await sleep(500)) {
        if (Date.now() > late) throw new Error("the service does not come back");
      }
      report(`${what}: the service answers again`, start);
    }
  } finally {
    await up.end();
    rmSync(folder, { recursive: true });
  }
});

/** Writes to the brokers until `missing` is called, which resolves with the number of acknowledged records that are missing. */
async function beginLoad(bootstrap: readonly string[]) {
  const main = join(import.meta.dirname, "support/kubernetes/load-in-pods.ts");
  const [program, args] = inNetwork(process.execPath, main, "orders", ...bootstrap);
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  return {
    missing: async (): Promise<number> => {
      child.stdin.end();
      const [line] = await once(lines, "line");
      const { acknowledged, missing, silence } = JSON.parse(line);
      console.log(`${acknowledged} records acknowledged, ${missing} missing; longest silence ${silence} ms`);
      return missing;
    },
  };
}

/** The pod of the service, and how often its container was started again. */
function runOfService(): string {
  const fields = "{.metadata.uid} {.status.containerStatuses[0].restartCount}";
  const isReady = '{.status.conditions[?(@.type=="Ready")].status}';
  const [uid, restarts, ready] = kubectl("get", "pod", "reeve-0", "-o", `jsonpath=${fields} ${isReady}`).split(" ");
  if (ready !== "True") throw new Error("the service is not ready");
  return `${uid} ${restarts}`;
}

/** The process id of the service on this machine. In its own container, its process is the first one, which nothing there can kill. */
function pidOfService(): number {
  const match = readdirSync("/proc").find((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("/etc/reeve/definition.yaml");
    } catch {
      return false;
    }
  });
  if (match === undefined) throw new Error("there is no process of the service");
  return Number(match);
}

function definitionWith(image: string, memory: number): object {
  const runtime = { name: "kubernetes", image, spread: "preferred" };
  const settings = { BROKER_MEM: memory, BROKER_CPUS: 0.25 };
  const kafka = { kind: "broker", revision: "R2", engine: "kafka", runtime, settings };
  return { ...(values.tls && { tls: true }), services: { kafka } };
}

/** The uids of the pods of all nodes. */
function pods(): ReadonlySet<string> {
  const text = kubectl("get", "pods", "-l", "reeve/place=own", "-o", "jsonpath={.items[*].metadata.uid}");
  return new Set(text.split(" ").filter((each) => each !== ""));
}

async function expectPods(before: ReadonlySet<string>): Promise<void> {
  await sleep(5000);
  const now = pods();
  if (now.size !== before.size || [...now].some((uid) => !before.has(uid)))
    throw new Error("pods of nodes were restarted, and should not be");
}

/**
 * Makes the service's volume writable for all users, because volumes of this cluster belong to root and `fsGroup` has no effect on them.
 */
async function openVolume(): Promise<void> {
  for (let path = ""; path === ""; await sleep(100)) {
    path = labOutput(
      "kubectl",
      "get",
      "persistentvolumes",
      "-o",
      `jsonpath={.items[?(@.spec.claimRef.name=="state-reeve-0")].spec.hostPath.path}`,
    );
    for (const each of path.split(" ")) if (each !== "") chmodSync(each, 0o777);
  }
}

function reeve(args: readonly string[], env: NodeJS.ProcessEnv) {
  const main = join(import.meta.dirname, "../apps/cli/src/main.ts");
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "inherit"], env });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, "exit");
  return {
    line: async (): Promise<string> => {
      const [line] = await Promise.race([once(lines, "line"), ended.then(() => [])]);
      if (line === undefined) throw new Error(`reeve ${args[0]} ended with ${child.exitCode}`);
      return line;
    },
    end: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function report(what: string, since: number): void {
  console.log(`${what} after ${((performance.now() - since) / 1000).toFixed(1)} s (load ${loadavg()[0]?.toFixed(1)})`);
}

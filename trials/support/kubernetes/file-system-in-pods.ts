/**
 * The part of the trial `kubernetes-file-system` that runs after the cluster has been started, in the network of the cluster's node: `node
 * file-system-in-pods.ts IMAGE CHANGES`.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileSystemClient } from "@reeve/file-system-client";
import { openFiles } from "@reeve/tests/hdfs/files";
import { fileSystemShell } from "@reeve/tests/hdfs/shell";
import { serviceProgram, until } from "@reeve/tests/service-program";
import { kubectl } from "./kubectl.ts";
import { report } from "./pods-of-brokers.ts";

const [image = "", chosen = ""] = process.argv.slice(2);
const NAMESPACE = "files";
const DATA_NODES = 3;
const LONG = 900_000;

/** All nodes, in the order of a rollout. */
const ALL = [
  "coordinator-0",
  ...["journal-0", "journal-1", "journal-2"],
  ...["name-0", "name-1", "fc-0", "fc-1"],
  ...["data-0", "data-1", "data-2"],
];

const definition = ({ mem = 256, dataNodes = DATA_NODES } = {}) => {
  // Pods request few processors, because a pod that requests more than its node has cannot run.
  const size = { mem, cpus: 0.05, disk: 1000 };
  return {
    kind: "file-system",
    engine: "hdfs",
    revision: "V2",
    pods: { journal: size, name: size, fc: size, data: { ...size, count: dataNodes } },
    runtime: { name: "kubernetes", namespace: NAMESPACE, image, spread: "preferred" },
  } as const;
};

kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found");
kubectl("create", "namespace", NAMESPACE);
const service = serviceProgram("files", definition(), createFileSystemClient);
try {
  await service.start();
  process.exitCode = (await keepsFiles()) ? 0 : 1;
} finally {
  await service.end();
  service[Symbol.dispose]();
}
process.exit();

/** Changes the nodes while files are written. Returns whether all acknowledged files are there at the end. */
async function keepsFiles(): Promise<boolean> {
  const begun = performance.now();
  await service.client.plans.wait({ plan: "deploy" }, { within: LONG });
  report("the plan is complete", performance.now() - begun);
  console.log(kubectl("-n", NAMESPACE, "get", "pods", "-o", "wide"));
  const [fsSite, coreSite] = [await service.client.endpoints.fsSite(), await service.client.endpoints.coreSite()];
  const files = openFiles(fsSite);
  const shell = await fileSystemShell({ fsSite, coreSite });
  const local = mkdtempSync(join(tmpdir(), "reeve-files-"));
  const sums = new Map<string, string>();

  /** Makes a change while files are written, and waits until these nodes have new processes and all nodes run. */
  async function changed(what: string, concerned: readonly string[], change: () => Promise<unknown>): Promise<void> {
    const [start, known] = [performance.now(), files.acknowledged];
    const before = new Map(concerned.map((node) => [node, pidOf(node)]));
    const writer = files.write();
    await change();
    await put(`/shell-${sums.size}`);
    for (const [node, pid] of before) await until(() => ![0, pid].includes(pidOf(node)), LONG);
    await until(allRun, LONG);
    const took = performance.now() - start;
    const { failed, longest } = await writer.stop();
    report(
      `${what}: all nodes run, ${files.acknowledged - known} files acknowledged, ${failed} writes failed, longest silence ${longest} ms,`,
      took,
    );
    const missing = await files.missing("new");
    if (missing.length > 0) throw new Error(`missing after this: ${missing.join(", ")}`);
  }

  async function put(path: string): Promise<void> {
    const name = join(local, "content");
    writeFileSync(name, randomBytes(3_000_000));
    await shell("-put", "-f", name, path);
    sums.set(path, await checksum(path));
  }

  const checksum = async (path: string) => (await shell("-checksum", path)).trim();
  const restart = (node: string) => service.client.nodes.restart({ node });
  const replace = (node: string) => changed(`${node} is replaced`, [node], () => service.client.nodes.replace({ node }));

  const changes: Readonly<Record<string, () => Promise<void>>> = {
    async "the active name node is restarted"() {
      const before = await active();
      await changed(`the active ${before} is restarted`, [before], () => restart(before));
      if ((await active()) === before) throw new Error(`${before} did not hand over`);
    },
    async "the active name node is killed"() {
      const before = await active();
      await changed(`the active ${before} is killed`, [before], async () => process.kill(pidOf(before), "SIGKILL"));
    },
    "every node is restarted": () =>
      changed("every node is restarted", ALL, async () => {
        for (const node of ALL) await restart(node);
      }),
    "data-2 is replaced": () => replace("data-2"),
    "journal-1 is replaced": () => replace("journal-1"),
    "name-1 is replaced": () => replace("name-1"),
    "fc-0 is replaced": () => replace("fc-0"),
    async "a data node is added and removed"() {
      await changed("data-3 is added", ["data-3"], () => service.deploy(definition({ dataNodes: DATA_NODES + 1 })));
      await changed("data-3 is removed", [], async () => {
        await service.deploy(definition());
        await until(() => pidOf("data-3") === 0, LONG);
      });
    },
    "the memory is changed": () => changed("the memory is changed", ALL.slice(1), () => service.deploy(definition({ mem: 272 }))),
  };
  for (const [name, happen] of Object.entries(changes)) {
    if (chosen.split(";").some((text) => name.includes(text))) await happen();
  }

  const missing = await files.missing("all");
  let spoilt = 0;
  for (const [path, sum] of sums) if ((await checksum(path)) !== sum) spoilt++;
  rmSync(local, { recursive: true });
  console.log(JSON.stringify(await service.client.status.show()));
  console.log(
    `${files.acknowledged} files over WebHDFS acknowledged, ${missing.length} missing; ${sums.size} files by the shell, ${spoilt} with another checksum`,
  );
  return missing.length === 0 && spoilt === 0;
}

async function active(): Promise<string> {
  const { active } = await service.client.status.show();
  if (active === null) throw new Error("no name node is active");
  return active;
}

/** Whether every plan is complete and every node runs. */
async function allRun(): Promise<boolean> {
  const { status } = await service.client.plans.show({ plan: "deploy" });
  const nodes = await service.client.nodes.list();
  return status === "COMPLETE" && nodes.every(({ state, reason }) => state === "running" && !reason);
}

/** Returns the process id of a node, or 0 while the node has no process. */
function pidOf(node: string): number {
  return service.processes().get(`${node}-node`)?.[0] ?? 0;
}

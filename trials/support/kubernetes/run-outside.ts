import { createBrokerClient } from "@reeve/broker-client";
import { createFileSystemClient } from "@reeve/file-system-client";
import { type InstanceInput, type Reached, serviceProgram, until } from "@reeve/tests/service-program";
import { createWideColumnClient } from "@reeve/wide-column-client";
import { labOutput } from "./lab.ts";
import { report } from "./pods-of-brokers.ts";

const LONG = 900_000;
const WITHIN = { within: LONG };

/** What the run needs of the client of any kind of service. */
interface AnyClient {
  /** Waits until the plan is complete. */
  deployed(): Promise<unknown>;
  readonly nodes: {
    list(): Promise<readonly { readonly state: string; readonly reason?: string | null }[]>;
    restart(request: { readonly node: string }): Promise<unknown>;
  };
}

interface Run {
  readonly definition: InstanceInput;
  connect(reached: Reached): AnyClient;
  /** The nodes to restart, one after another. */
  readonly restarts: readonly string[];
}

// Pods request few processors, because a pod that requests more than its node has cannot run.
const size = { mem: 256, cpus: 0.05, disk: 1000 };

const runs = {
  kafka: {
    definition: { kind: "broker", engine: "kafka", settings: { BROKER_COUNT: 2, BROKER_MEM: 256, BROKER_CPUS: 0.25 } },
    connect(reached: Reached) {
      const { nodes, plans } = createBrokerClient({ ...reached, revision: "R3" });
      return { nodes, deployed: () => plans.wait({}, WITHIN) };
    },
    restarts: ["broker-1"],
  },
  cassandra: {
    definition: {
      kind: "wide-column",
      engine: "cassandra",
      settings: { NODE_COUNT: 2, NODE_MEM: 640, NODE_CPUS: 0.25 },
    },
    connect(reached: Reached) {
      const { nodes, plans } = createWideColumnClient(reached);
      return { nodes, deployed: () => plans.wait({}, WITHIN) };
    },
    restarts: ["node-1"],
  },
  hdfs: {
    definition: {
      kind: "file-system",
      engine: "hdfs",
      revision: "V2",
      pods: { journal: size, name: size, fc: size, data: { ...size, count: 2 } },
    },
    connect(reached: Reached) {
      const { nodes, plans } = createFileSystemClient(reached);
      return { nodes, deployed: () => plans.wait({ plan: "deploy" }, WITHIN) };
    },
    // One of the two name nodes is active, so its restart needs a failover.
    restarts: ["name-0", "name-1", "journal-1", "data-1"],
  },
} as const satisfies Readonly<Record<string, Run>>;

/**
 * Runs the service outside of the cluster's network, where the names of pods do not resolve: a first plan, and restarts of nodes. Returns
 * the exit code.
 */
export async function runOutside(engine: keyof typeof runs, image: string, kubeconfig: string): Promise<number> {
  const { definition, connect, restarts }: Run = runs[engine];
  const namespace = `outside-${engine}`;
  labOutput("kubectl", "delete", "namespace", namespace, "--ignore-not-found");
  labOutput("kubectl", "create", "namespace", namespace);
  process.env.KUBECONFIG = kubeconfig;
  const runtime = { name: "kubernetes", namespace, image, spread: "preferred" };
  using service = serviceProgram("outside", { ...definition, runtime }, connect);
  await service.start();
  try {
    const begun = performance.now();
    await service.client.deployed();
    report(`${engine}: the plan is complete`, performance.now() - begun);
    for (const node of restarts) {
      const start = performance.now();
      const pid = () => service.processes().get(`${node}-node`)?.[0] ?? 0;
      const before = pid();
      await service.client.nodes.restart({ node });
      await until(() => ![0, before].includes(pid()), LONG);
      await until(() => allRun(service.client), LONG);
      report(`${engine}: ${node} is restarted`, performance.now() - start);
    }
    const isTold = service.logged().some(({ event }) => event.includes("clients outside the cluster cannot connect"));
    if (!isTold) console.log("the service has not warned that clients outside the cluster cannot connect");
    return isTold ? 0 : 1;
  } finally {
    await service.end();
  }
}

async function allRun({ nodes }: AnyClient): Promise<boolean> {
  return (await nodes.list()).every(({ state, reason }) => state === "running" && !reason);
}

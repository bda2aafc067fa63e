import { randomBytes } from "node:crypto";
import { ReeveError } from "@reeve/contract";
import type { Provisioner } from "@reeve/java-software";
import type { Cluster, EngineContext, NodeView } from "@reeve/orchestrator";
import { nodeDetails } from "../administration/details.ts";
import { nodeStatus } from "../administration/status.ts";
import type { CassandraDefinition } from "../settings/cassandra-settings.ts";
import { mayStart } from "./joining.ts";
import { startOf, toolsOf } from "./launch.ts";
import { mayLose } from "./losing.ts";
import { membersOf, purposeOf } from "./members.ts";
import { isReady, mayStop, viewsOf } from "./readiness.ts";
import { recordsIn } from "./records.ts";

/** Opens the administration of one cluster of database nodes. */
export function openCassandraCluster(
  context: EngineContext<CassandraDefinition>,
  provisioner: Provisioner,
): Cluster<"wide-column"> {
  const { instance, store, definition, nodes, secret } = context;
  const members = membersOf(context);
  const records = recordsIn(store);
  const look = { members, records, nodes };
  const released = provisioner.need();
  const count = () => definition().settings.NODE_COUNT;

  const nodeOf = (id: string): NodeView => {
    const node = context.node(id);
    if (node) return node;
    throw new ReeveError("not-found", `there is no node ${id}`);
  };

  const refused = async (what: string): Promise<never> => {
    throw new ReeveError("bad-input", `real database nodes have no ${what} yet; use the simulated engine`);
  };

  return {
    sequence: () => ["node"],
    environment: () => ({ CLUSTER_NAME: `${instance} ${records.mark(() => randomBytes(4).toString("hex"))}` }),
    prepare: async (node, _task, { report, signal }) => ({
      ...toolsOf(await provisioner.prepare({ report })),
      ...(await startOf(node, { members, records, nodes: count, signal })),
    }),
    secrets: (node) => ({ AGENT_PASSWORD: secret(purposeOf(node)) }),
    mayStart: (node, signal) => mayStart(node, look, signal),
    ready: (node, signal) => isReady(node, look, signal),
    mayStop: (node, signal) => mayStop(node, look, signal),
    mayLose: (lost, signal) => mayLose(lost, look, signal),
    perform: async ({ name }) => {
      throw new ReeveError("bad-input", `a database has no work called ${name}`);
    },
    administration: {
      async connection() {
        const { signal } = new AbortController();
        const found = (await viewsOf(members.alive(), signal)).filter(([, view]) => view?.takesClients);
        return found.map(([{ native }]) => `${native.host}:${native.port}`);
      },
      status: async (id) => nodeStatus(nodeOf(id), look),
      details: async (id) => nodeDetails(nodeOf(id), members),
      cleanup: () => refused("cleanup"),
      repair: () => refused("repair"),
      backup: () => refused("backup"),
      restore: () => refused("restore"),
    },
    async close() {
      released();
    },
  };
}

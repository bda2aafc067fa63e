import { randomBytes } from "node:crypto";
import { type BackupKeys, backupCatalog, dropOld, keysAdministration, type OpenObjectStore } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Provisioner } from "@reeve/java-software";
import {
  type CertificateAuthority,
  type Cluster,
  type EngineContext,
  type NodeView,
  READY,
  type Work,
  type WorkContext,
} from "@reeve/orchestrator/engine";
import { nodeDetails, statusOfNode } from "../administration/details.ts";
import { nodeFiles } from "../files/node-files.ts";
import { backUpSchema, backupPlan, readSchema, takeSnapshot, upload } from "../maintenance/backup.ts";
import { cleanUp } from "../maintenance/cleanup.ts";
import { type Maintained, maintenancePlan } from "../maintenance/maintained.ts";
import { repair } from "../maintenance/repair.ts";
import { download, restore, restorePlan, restoreSchema } from "../maintenance/restore.ts";
import type { CassandraDefinition } from "../settings/cassandra-settings.ts";
import { roomIn, serves } from "./closed.ts";
import { mayStart } from "./joining.ts";
import { startOf, toolsOf } from "./launch.ts";
import { departures } from "./leaving.ts";
import { mayLose } from "./losing.ts";
import { agentSecret, type DatabaseAccess, membersOf } from "./members.ts";
import { certificateEnds, nodeCertificates } from "./node-certificates.ts";
import { isReady, viewsOf } from "./readiness.ts";
import { clusterRecordsIn } from "./records.ts";
import { repairsAfterReplace } from "./replacing.ts";
import { servedTimes } from "./served-times.ts";
import { mayStop } from "./stopping.ts";
import { growCopies } from "./system-copies.ts";

const works: Readonly<Record<string, (work: Work, context: WorkContext, maintained: Maintained) => Promise<void>>> = {
  cleanup: cleanUp,
  repair,
  snapshot: takeSnapshot,
  "read-schema": readSchema,
  upload,
  "backup-schema": backUpSchema,
  retention: dropOld,
  "restore-schema": restoreSchema,
  download,
  restore,
};

/** What all clusters of the engine share. */
interface ClusterParts {
  readonly provisioner: Provisioner;
  readonly openObjectStore: OpenObjectStore;
  readonly keys: BackupKeys;
  readonly authority: CertificateAuthority | undefined;
}

/** Opens the administration of one cluster of database nodes. */
export function openCassandraCluster(
  context: EngineContext<CassandraDefinition>,
  { provisioner, openObjectStore, keys, authority }: ClusterParts,
): Cluster<"wide-column"> {
  const { instance, store, definition, nodes, secret } = context;
  const certificates = nodeCertificates(authority);
  const ends = certificateEnds(context);
  const members = membersOf(context, certificates);
  const records = clusterRecordsIn(store);
  const served = servedTimes(() => context.clock.now());
  const count = () => definition().settings.NODE_COUNT;
  const access: DatabaseAccess = { members, records, nodes, count, served, room: roomIn(context) };
  const released = provisioner.need();
  const repairs = repairsAfterReplace(access, store);
  const departing = departures(access);

  const nodeOf = (id: string): NodeView => {
    const node = context.node(id);
    if (node) return node;
    throw new ReeveError("not-found", `there is no node ${id}`);
  };

  const maintained: Maintained = {
    instance,
    store,
    clock: context.clock,
    members,
    records,
    openObjectStore,
    keys,
    openFiles: nodeFiles(context),
    retention: () => definition().backups,
    names: () => Array.from({ length: count() }, (_, index) => `node-${index}`),
    node: context.node,
  };

  return {
    sequence: () => ["node"],
    environment: () => ({ CLUSTER_NAME: `${instance} ${records.mark(() => randomBytes(4).toString("hex"))}` }),
    prepare: async (node, _task, { report, signal, image }) => ({
      ...(image ? {} : toolsOf(await provisioner.prepare({ report }))),
      ...(await startOf(node, access, signal)),
    }),
    async secrets(node) {
      const made = await certificates.secretsOf(node);
      ends.note(node, made);
      return { AGENT_SECRET: agentSecret(node, secret), ...made };
    },
    troubles: ends.troubles,
    certificateEnds: ends.all,
    mayStart: (node, signal) => mayStart(node, access, signal),
    ready: (node, signal) => isReady(node, access, signal),
    serves: (node, signal) => serves(node, members, signal),
    mayStop: (node, signal) => mayStop(node, access, signal),
    mayLose: (lost, signal) => mayLose(lost, access, signal),
    async before(node, change, signal) {
      return change === "leave" ? departing.done(node, signal) : READY;
    },
    async after(node, change, signal) {
      if (change === "leave") {
        records.forget(node.id);
        ends.forget(node);
      }
      if (change === "join") await growCopies(node, access, signal);
      return change === "replace" && definition().repairAfterReplace ? repairs.done(node) : READY;
    },
    async perform(work, workContext) {
      const run = Object.hasOwn(works, work.name) ? works[work.name] : undefined;
      if (!run) throw new ReeveError("bad-input", `unknown work for a database: ${work.name}`);
      await run(work, workContext, maintained);
    },
    administration: {
      async connection() {
        const { signal } = new AbortController();
        const found = (await viewsOf(members.alive(), signal)).filter(([, view]) => view?.takesClients);
        return found.map(([{ native }]) => `${native.host}:${native.port}`);
      },
      status: async (id) => statusOfNode(nodeOf(id), access),
      details: async (id) => nodeDetails(nodeOf(id), members),
      cleanup: async (request) => maintenancePlan("cleanup", request, maintained),
      repair: async (request) => maintenancePlan("repair", request, maintained),
      backup: (request) => backupPlan(request, maintained),
      restore: async (request) => restorePlan(request, maintained),
      backups: backupCatalog(openObjectStore, keys, () => context.clock.now()),
      backupKeys: keysAdministration(instance, keys, () => context.clock.now()),
    },
    async close() {
      await Promise.all([departing.close(), repairs.close()]);
      released();
    },
  };
}

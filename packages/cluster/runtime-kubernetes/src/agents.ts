import { isReeveError, ReeveError } from "@reeve/contract";
import { type Agents, type Identity, pause, type RuntimeContext, type SettingSchemas } from "@reeve/orchestrator/runtime";
import { type ApiClient, openClient } from "./api/client.ts";
import type { Connection } from "./api/connection.ts";
import { type Followed, follow } from "./api/follow.ts";
import type { Pod } from "./api/pods.ts";
import { errorFor, explainRefusal, isRefusal } from "./api/refusal.ts";
import { openBudget } from "./budget.ts";
import { homeOf } from "./home.ts";
import { instanceObjects } from "./instance-objects.ts";
import { takeLease } from "./lease.ts";
import { podLogExcerpt } from "./log-excerpt.ts";
import type { Files } from "./pods/files-of.ts";
import { INSTANCE_ID, NODE_LABEL, PLACE_LABEL } from "./pods/labels.ts";
import { objectNamesOf } from "./pods/names.ts";
import { portsFor } from "./pods/ports.ts";
import { hasEnded } from "./pods/state-of.ts";
import { type OutsideReach, openReach } from "./reach.ts";
import { retryUntilDone } from "./retry.ts";
import { readSettings } from "./settings.ts";
import { openReports } from "./tasks/reports.ts";
import { openPodTaskRecords } from "./tasks/task-records.ts";
import { openTasks } from "./tasks/tasks.ts";
import { openTurns } from "./tasks/turns.ts";
import { deleteVolumeClaim, MAX_WAIT, POLL_INTERVAL } from "./tasks/volumes.ts";
import { openTroubles } from "./troubles.ts";
import { measure } from "./usage.ts";

/** The maximum number of pods that are measured every few seconds. It is limited, because each measurement runs a command in the pod. */
const MEASURED_OFTEN = 20;

/** Opens a cluster for the tasks of one instance. */
export async function openKubernetesAgents(context: RuntimeContext, connection: Connection, entries: SettingSchemas): Promise<Agents> {
  return agentsOf(await open(context, connection, entries));
}

/** What runs the tasks of one instance. */
type Opened = Awaited<ReturnType<typeof open>>;

async function open(
  { instance, store, clock, log, settings: given, signal: opening }: RuntimeContext,
  connection: Connection,
  entries: SettingSchemas,
) {
  const settings = () => readSettings(given(), entries);
  const home = homeOf(store, () => settings().namespace || connection.namespace);
  const names = objectNamesOf(instance, home.namespace, settings().clusterDomain);
  const unguarded = openClient(connection, home.namespace);
  const closing = new AbortController();
  const lease = await patiently(() => takeLease({ client: unguarded, names, instanceId: home.id, clock, log })).catch((error) => {
    unguarded.close();
    throw notOpened(error);
  });
  const { client } = lease;
  const objects = instanceObjects(client, names, home.id);
  const records = openPodTaskRecords(store);
  const reports = openReports(records, clock);
  const turns = openTurns<"start" | "stop">(closing.signal);
  const troubles = openTroubles();
  const budget = openBudget({ instance, server: client.server, objects, turns, troubles, clock, log, closing: closing.signal });
  const tasks = openTasks({
    ...{ instance, instanceId: home.id, names, client, settings, objects, records, reports, turns, troubles },
    ...{ pods: () => followed.objects, clock, log, closing: closing.signal },
  });

  /**
   * Inside the cluster, a service that is started while the API server is away waits for the server. Outside, the user may have named a wrong
   * cluster, so the failure is reported at once.
   */
  async function patiently<Done>(attempt: () => Promise<Done>): Promise<Done> {
    if (!connection.isInside) return attempt();
    const failed = (error: unknown) =>
      log("warn", "the cluster cannot be used yet", { instance, reason: explainRefusal(error, unguarded.server) });
    const signal = opening ? AbortSignal.any([closing.signal, opening]) : closing.signal;
    return retryUntilDone(attempt, { clock, signal, failed });
  }

  const followed = await patiently(() =>
    follow<Pod>({
      client,
      kind: "pods",
      selector: { labels: { [INSTANCE_ID]: home.id } },
      clock,
      seen: tasks.seen,
      gone: tasks.gone,
      trouble: (reason) => log("warn", "pods cannot be watched", { instance, reason }),
      stale: (reason) => troubles.set("the states of nodes may be out of date", "pods", reason),
      listed: tasks.listed,
    }),
  ).catch(async (error) => {
    await lease.release();
    client.close();
    throw notOpened(error);
  });

  const reach = reachOf(client, settings().clusterDomain, followed, () => log("warn", OUTSIDE, { instance }));

  function notOpened(error: unknown): unknown {
    if (isReeveError(error)) return error;
    return new ReeveError("unreachable", `${instance}: ${explainRefusal(error, unguarded.server)}`, {}, { cause: error });
  }

  const work = { records, reports, turns, troubles, budget, tasks };
  return { connection, home, names, clock, closing, lease, client, objects, followed, reach, ...work };
}

function agentsOf(opened: Opened): Agents {
  const { connection, home, names, clock, closing, lease, client, objects, records } = opened;
  const { reports, turns, troubles, budget, tasks, followed, reach } = opened;
  return {
    identify: async (nodes) => {
      const wanted = nodes.map(({ node, ports, had }): [string, Identity] => [
        node,
        { host: names.host(node), ports: portsFor(ports, had?.ports) },
      ]);
      budget.set(nodes.length);
      return new Map(wanted);
    },
    allowDisruption: (isAllowed, nodes) => budget.set(nodes, isAllowed),
    watchTroubles: troubles.watch,
    adopt: async (taskIds) => tasks.adopt(taskIds),
    launch: async (request, signal) => tasks.launch(request, signal),
    stop: async (taskId) => tasks.stop(taskId),
    deleteVolume: (volume, signal) =>
      deleteVolumeClaim(volume, { client, names, instanceId: home.id, clock, pods: () => followed.objects.values() }, signal),
    watch: reports.watch,
    log: (request) => podLogExcerpt(request, { client, names, records, clock, ending: closing.signal }),
    usage: (tasks) =>
      measure(tasks, {
        client,
        podOf: (taskId) => followed.objects.get(names.pod(taskId)),
        refused: (reason) => void troubles.set("the resource usage of nodes cannot be measured", "pods", reason),
        signal: closing.signal,
      }),
    measuredOften: MEASURED_OFTEN,
    exec: async (taskId, command, signal) => {
      try {
        return await client.exec(names.pod(taskId), command, AbortSignal.any([signal, closing.signal]));
      } catch (error) {
        signal.throwIfAborted();
        const reason = explainRefusal(error, client.server);
        throw isRefusal(error, 403) ? new ReeveError("conflict", reason) : new Error(reason, { cause: error });
      }
    },
    secret: (name, key) => secretValue(client, name, key, closing.signal),
    ...(connection.isInside ? {} : { reach: reach.to }),
    images: true,
    // The number of machines is not fixed, so 2 stands for several. If a node has to move and there is only one machine, the scheduler
    // reports the reason.
    count: 2,
    end: async (signal) => {
      const still = records.all().filter(({ ended }) => !ended);
      if (still.length > 0) throw new ReeveError("conflict", `${still.map(({ taskId }) => taskId).join(" and ")} still run`);
      await noPods(opened, signal);
      try {
        await budget.end();
        await objects.delete(signal);
        await lease.delete(signal);
      } catch (error) {
        throw signal.aborted ? error : errorFor(error, client.server);
      }
    },
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      await reach.close();
      await followed.close();
      await turns.over();
      records.close();
      reports.close();
      await lease.release();
      client.close();
    },
  };
}

/** Reads a value of a secret in the namespace of the instance. */
async function secretValue(client: ApiClient, name: string, key: string, signal: AbortSignal): Promise<string> {
  const secret = await client.get<Files>("secrets", name, signal).catch((error) => {
    throw errorFor(error, client.server);
  });
  const value = secret?.data?.[key];
  if (value !== undefined)
    return Buffer.from(value, "base64")
      .toString()
      .replace(/\r?\n$/, "");
  throw new ReeveError("bad-input", secret ? `the secret ${name} has no key ${key}` : `there is no secret ${name}`);
}

/** Waits until the pods of ended tasks are gone, which takes a moment. The lease must be held until then. */
async function noPods({ clock, followed }: Opened, signal: AbortSignal): Promise<void> {
  for (const begun = clock.now(); followed.objects.size > 0; ) {
    signal.throwIfAborted();
    if (clock.now() - begun > MAX_WAIT) {
      const [name = "", ...others] = followed.objects.keys();
      const more = others.length > 0 ? ` (and ${others.length} more)` : "";
      throw new ReeveError("conflict", `the pod ${name}${more} still exists`);
    }
    await pause(clock, POLL_INTERVAL, signal);
  }
}

const OUTSIDE =
  "the service runs outside the cluster and connects to nodes through the API server; clients outside the cluster cannot connect to them, so run the service like this only for tests";

function reachOf(client: ApiClient, domain: string, followed: Followed<Pod>, isFar: () => void): OutsideReach {
  return openReach({
    client,
    domain,
    podAt: (host) => {
      const runs = [...followed.objects.values()].find((pod) => {
        const { labels = {}, deletionTimestamp } = pod.metadata;
        const isHere = labels[PLACE_LABEL] === "own" && host.startsWith(`${labels[NODE_LABEL]}.`);
        return isHere && deletionTimestamp === undefined && !hasEnded(pod);
      });
      return runs?.metadata.name;
    },
    isFar,
  });
}

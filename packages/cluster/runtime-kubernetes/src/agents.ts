import { isReeveError, ReeveError } from "@reeve/contract";
import type { Agents, Identity, RuntimeContext, SettingSchemas } from "@reeve/orchestrator/runtime";
import { type ApiClient, openClient } from "./api/client.ts";
import type { Connection } from "./api/connection.ts";
import { errorFor, explainRefusal, isRefusal } from "./api/failure.ts";
import type { Pod } from "./api/pods.ts";
import { openBudget } from "./budget.ts";
import { follow } from "./follow.ts";
import { homeOf, type InstanceContext } from "./instance-context.ts";
import { headlessService } from "./instance-objects.ts";
import { takeLease } from "./lease.ts";
import { podLogExcerpt } from "./log-excerpt.ts";
import { portsFor } from "./pods/container.ts";
import { INSTANCE_ID, NODE_LABEL, objectNamesOf, PLACE_LABEL } from "./pods/names.ts";
import type { Files } from "./pods/pod-of.ts";
import { hasEnded } from "./pods/state-of.ts";
import { openReach } from "./reach.ts";
import { retryUntilDone, untilGone } from "./retry.ts";
import { readSettings } from "./settings.ts";
import { deleteVolumeClaim } from "./tasks/task-objects.ts";
import { openPodTaskRecords } from "./tasks/task-records.ts";
import { openTasks } from "./tasks/tasks.ts";
import { openTroubles } from "./troubles.ts";
import { measure } from "./usage.ts";

/** The maximum number of pods that are measured every few seconds. It is limited, because each measurement runs a command in the pod. */
const MEASURED_OFTEN = 20;

/** Opens a cluster for the tasks of one instance. */
export async function openKubernetesAgents(...context: Parameters<typeof openInstance>): Promise<Agents> {
  return agentsOf(await openInstance(...context));
}

async function openInstance(
  { instance, store, clock, log, settings: given, signal: opening }: RuntimeContext,
  connection: Connection,
  entries: SettingSchemas,
) {
  const settings = () => readSettings(given(), entries);
  const { id: instanceId, namespace } = homeOf(store, () => settings().namespace || connection.namespace);
  const names = objectNamesOf(instance, namespace, settings().clusterDomain);
  const open = openClient(connection, namespace);
  const closing = new AbortController();
  const lease = await patiently(() => takeLease({ client: open, names, instanceId, clock, log })).catch((error) => {
    open.close();
    throw notOpened(error);
  });
  const { client } = lease;
  const records = openPodTaskRecords(store);
  const context: InstanceContext = {
    ...{ instance, instanceId, names, client, settings, records, clock, log },
    troubles: openTroubles(),
    pods: () => followed.objects,
    closing: closing.signal,
  };
  const service = headlessService(context);
  const tasks = openTasks(context, service);

  /** Inside the cluster, waits for the API server. Outside, the user may have named a wrong cluster, so failures are reported. */
  async function patiently<Done>(attempt: () => Promise<Done>): Promise<Done> {
    if (!connection.isInside) return attempt();
    const failed = (error: unknown) =>
      log("warn", "the cluster cannot be used yet", { instance, reason: explainRefusal(error, open.server) });
    const signal = opening ? AbortSignal.any([closing.signal, opening]) : closing.signal;
    return retryUntilDone(attempt, { clock, signal, failed });
  }

  function notOpened(error: unknown): unknown {
    if (isReeveError(error)) return error;
    return new ReeveError("unreachable", `${instance}: ${explainRefusal(error, open.server)}`, {}, { cause: error });
  }

  const followed = await patiently(() =>
    follow<Pod>({
      client,
      kind: "pods",
      selector: { labelSelector: `${INSTANCE_ID}=${instanceId}` },
      clock,
      seen: tasks.seen,
      gone: tasks.gone,
      trouble: (reason) => log("warn", "pods cannot be watched", { instance, reason }),
      stale: (reason) => context.troubles.set("the states of nodes may be out of date", "pods", reason),
      listed: tasks.listed,
    }),
  ).catch(async (error) => {
    await lease.release();
    client.close();
    throw notOpened(error);
  });
  return {
    ...context,
    ...{ lease, service, tasks, followed },
    budget: openBudget(context),
    // Inside the cluster, names of the cluster resolve.
    reach: connection.isInside ? undefined : reachOf(context),
    stop: () => closing.abort(),
  };
}

function agentsOf(opened: Awaited<ReturnType<typeof openInstance>>): Agents {
  const { names, client, records, troubles, closing, lease, service, budget, tasks, followed, reach } = opened;
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
    deleteVolume: (volume, signal) => deleteVolumeClaim(volume, opened, signal),
    watch: tasks.watch,
    log: (request) => podLogExcerpt(request, opened),
    usage: (tasks) => measure(tasks, opened),
    measuredOften: MEASURED_OFTEN,
    exec: async (taskId, command, signal) => {
      try {
        return await client.exec(names.pod(taskId), command, AbortSignal.any([signal, closing]));
      } catch (error) {
        signal.throwIfAborted();
        const reason = explainRefusal(error, client.server);
        throw isRefusal(error, 403) ? new ReeveError("conflict", reason) : new Error(reason, { cause: error });
      }
    },
    secret: (name, key) => secretValue(client, name, key, closing),
    ...(reach && { reach: reach.to }),
    images: true,
    // The number of machines is not fixed, so 2 stands for several. If a node has to move and there is only one machine, the scheduler
    // reports the reason.
    count: 2,
    end: async (signal) => {
      const still = records.all().filter(({ ended }) => !ended);
      if (still.length > 0) throw new ReeveError("conflict", `${still.map(({ taskId }) => taskId).join(" and ")} still run`);
      // The pods of ended tasks are gone after a moment. The lease must be held until then.
      await untilGone(opened.clock, signal, async () => whyPods(followed.objects));
      try {
        await budget.end(signal);
        await service.delete(signal);
        await lease.delete(signal);
      } catch (error) {
        throw signal.aborted ? error : errorFor(error, client.server);
      }
    },
    close: async () => {
      if (closing.aborted) return;
      opened.stop();
      await reach?.close();
      await followed.close();
      await Promise.all([tasks.close(), budget.over()]);
      records.close();
      await lease.release();
      client.close();
    },
  };
}

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

function whyPods(pods: ReadonlyMap<string, Pod>): string | undefined {
  const [name, ...others] = pods.keys();
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  return name === undefined ? undefined : `the pod ${name}${more} still exists`;
}

const OUTSIDE =
  "the service runs outside the cluster and connects to nodes through the API server; clients outside the cluster cannot connect to them, so run the service like this only for tests";

function reachOf({ client, settings, pods, log, instance }: InstanceContext) {
  return openReach({
    client,
    domain: settings().clusterDomain,
    podAt: (host) => {
      const runs = [...pods().values()].find((pod) => {
        const { labels = {}, deletionTimestamp } = pod.metadata;
        const isHere = labels[PLACE_LABEL] === "own" && host.startsWith(`${labels[NODE_LABEL]}.`);
        return isHere && deletionTimestamp === undefined && !hasEnded(pod);
      });
      return runs?.metadata.name;
    },
    isFar: () => log("warn", OUTSIDE, { instance }),
  });
}

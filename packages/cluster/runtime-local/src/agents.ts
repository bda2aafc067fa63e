import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import {
  type Agents,
  type Identity,
  inherited,
  type LaunchRequest,
  type NodeToIdentify,
  portsAsked,
  type RuntimeContext,
  type TaskState,
  taskEnvironment,
} from "@reeve/orchestrator/runtime";
import { explainFailure, foldersOf, VolumeLost } from "./folders.ts";
import type { LocalSettings } from "./local-runtime.ts";
import { taskLogExcerpt } from "./output/excerpt.ts";
import { openLogs } from "./output/logs.ts";
import type { Platform } from "./process/platform.ts";
import { type Exit, type StartedProcess, signalGroup } from "./process/spawn.ts";
import { DISK_CHECK_INTERVAL, watchRoom, whyFull } from "./room.ts";
import { deleteSecrets, deleteStrays, exitLeftBehind, findTask, taskEndOf } from "./task/find.ts";
import { watchHealth } from "./task/health.ts";
import { localIdentityOf, whereOf } from "./task/identities.ts";
import { awaitPorts, choosePorts, endpointsOf, type PortLedger, type TakenPort, type Where } from "./task/ports.ts";
import { startLocalTask } from "./task/start.ts";
import { type Supervisor, supervise } from "./task/supervise.ts";
import { type LocalEndState, type LocalTaskRecord, openLocalTaskRecords, recordedStateOf, recordOf } from "./task/task-record.ts";
import { openWaits, waitWhile } from "./task/waits.ts";
import { deleteRest, deleteVolumeFolder, ownFolders, usageOf } from "./volumes.ts";

/** The name of this machine, which is the only agent. */
const AGENT = "local";

/** Grace period in seconds of a task that fails its health check. It is short, because such a task seldom ends by itself. */
const HANGING_GRACE = 5;

/** The number of ended tasks of a node whose folders and logs are kept. */
const KEPT = 5;

/** What this machine runs of one instance. */
type AgentsState = Awaited<ReturnType<typeof openState>>;

async function openState(context: RuntimeContext, settings: LocalSettings, platform: Platform, ledger: PortLedger) {
  const { instance, store, clock, log } = context;
  const folders = foldersOf(settings.folder, instance);
  const owner = await ownFolders(folders, platform);
  const running = new Map<string, Supervisor>();
  return {
    ...{ instance, clock, log, settings, platform, ledger, folders, owner, running },
    records: openLocalTaskRecords(store),
    starting: new Map<string, Promise<void>>(),
    waits: openWaits(),
    watches: new Map<string, () => void>(),
    listeners: new Set<(state: TaskState) => void>(),
    logs: openLogs({ folders, limits: settings.logs, clock, log, running: () => running.keys() }),
    ending: new AbortController(),
    closed: false,
    unwatchRoom: () => {},
    portsOptions: { range: settings.ports, ledger, random: settings.random },
    /** The nodes whose ports have been entered in the port ledger. */
    identified: new Set<string>(),
    /** Why tasks fail their health checks, by task id. */
    hanging: new Map<string, string>(),
    /** Why the disk is full, as it was reported last. */
    full: undefined as string | undefined,
    troubleListeners: new Set<(reasons: readonly string[]) => void>(),
  };
}

/** Makes this machine the agent of one instance, and locks the instance's folders for this service. */
export async function openLocalAgents(
  context: RuntimeContext,
  settings: LocalSettings,
  platform: Platform,
  ledger: PortLedger,
): Promise<Agents> {
  const state = await openState(context, settings, platform, ledger);
  const { clock, folders, records, starting, waits, running, listeners, logs, ending, identified } = state;
  for (const { node, placement } of records.all().filter(({ sidecar }) => !sidecar)) {
    identified.add(node);
    ledger.keepOnly(portsOwner(state, node), endpointsOf(placement.addresses[0] ?? settings.address, placement.ports));
  }
  state.unwatchRoom = watchRoom(
    clock,
    () => whyFull(folders, settings.freeSpace),
    (full) => diskChecked(state, full),
  );

  return {
    identify: (nodes) => identify(state, nodes),
    adopt: (taskIds) => adopt(state, taskIds),
    launch: (request, signal) => launch(state, request, signal),
    stop: async (taskId) => {
      await starting.get(taskId)?.catch(() => undefined);
      await waits.end(taskId);
      const record = records.get(taskId);
      const supervisor = running.get(taskId);
      if (record && supervisor) end(state, record, supervisor);
      else report(state, record?.ended ?? { taskId, at: now(state), state: "stopped" });
    },
    deleteVolume: (volume) => deleteVolumeFolder(volume, folders, platform),
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watchTroubles: (listener) => {
      if (state.full !== undefined) listener([state.full]);
      state.troubleListeners.add(listener);
      return () => state.troubleListeners.delete(listener);
    },
    log: (request) =>
      taskLogExcerpt(request, {
        clock,
        outputOf: logs.of,
        tasksOf: (node) => ownTasks(state, node),
        ending: ending.signal,
      }),
    usage: (tasks) => usageOf(tasks, { pidOf: (taskId) => records.get(taskId)?.process?.pid, folders, platform }),
    count: 1,
    end: async () => {
      if (running.size > 0) throw new Error(`tasks still run: ${[...running.keys()].join(", ")}`);
      rmSync(folders.root, { recursive: true, force: true });
    },
    close: () => close(state),
  };
}

function now({ clock }: AgentsState): string {
  return new Date(clock.now()).toISOString();
}

function portsOwner({ instance }: AgentsState, node: string): string {
  return `${node} of ${instance}`;
}

function ownTasks({ records }: AgentsState, node: string): LocalTaskRecord[] {
  return records.of(node).filter(({ sidecar }) => !sidecar);
}

function reportRunning(state: AgentsState, { taskId, placement }: LocalTaskRecord): void {
  const [unhealthy, full] = [state.hanging.get(taskId), state.full];
  const amiss = { ...(unhealthy !== undefined && { unhealthy }), ...(full !== undefined && { full }) };
  report(state, { taskId, at: now(state), state: "running", placement, ...amiss });
}

/** Reports for all running tasks that the disk is full, or that it has room again. */
function diskChecked(state: AgentsState, full: string | undefined): void {
  const { running, records, log, instance, troubleListeners } = state;
  if (full !== state.full) {
    if (full === undefined) log("info", "the disk has room again", { instance });
    else log("warn", "the disk is full", { instance, reason: full });
    for (const listener of [...troubleListeners]) listener(full === undefined ? [] : [full]);
  }
  state.full = full;
  for (const record of records.all()) {
    if (running.has(record.taskId) && !record.ended && !record.sidecar) reportRunning(state, record);
  }
}

function see(
  state: AgentsState,
  record: LocalTaskRecord,
  { pid, start, child }: Omit<StartedProcess, "child"> & Partial<StartedProcess>,
): Supervisor {
  const { hanging, clock, folders, watches, platform, log, running } = state;
  const { taskId, placement, healthCheck: check, environment = {} } = record;
  const heard = (unhealthy: string | undefined) => {
    if (unhealthy === undefined) hanging.delete(taskId);
    else hanging.set(taskId, unhealthy);
    reportRunning(state, record);
  };
  const unwatch = check
    ? watchHealth({ check, placement, clock, heard, environment, folder: folders.task(taskId).sandbox })
    : () => undefined;
  watches.set(taskId, unwatch);
  const supervisor = supervise({
    started: { pid, start },
    ...(child && { child }),
    lock: folders.task(taskId).lock,
    platform,
    clock,
    log,
    over: async (exit) => {
      unwatch();
      const ended = await conclude(state, taskId, exit);
      if (ended) report(state, ended);
    },
  });
  running.set(taskId, supervisor);
  return supervisor;
}

/** Stores a record. A failure is only logged: it must block no work, and the next start determines the state again. */
function note({ records, log }: AgentsState, record: LocalTaskRecord): void {
  try {
    records.keep(record);
  } catch (error) {
    log("warn", "the state of a task could not be stored", { task: record.taskId, reason: String(error) });
  }
}

async function conclude(state: AgentsState, taskId: string, exit: Exit): Promise<LocalEndState | undefined> {
  const { logs, records, folders, running, watches, hanging, log, instance } = state;
  const lastWords = await logs.lastWords(taskId).catch(() => "");
  const record = records.get(taskId);
  if (!record || state.closed) return undefined;
  const end = taskEndOf(record, exit ?? exitLeftBehind(record, folders.task(taskId)), { at: now(state), lastWords });
  const full = whyFull(folders, state.settings.freeSpace);
  const ended = end.state === "failed" && full !== undefined ? { ...end, full } : end;
  note(state, { ...record, ended });
  await deleteSecrets(record, folders.task(taskId));
  running.delete(taskId);
  watches.delete(taskId);
  hanging.delete(taskId);
  log("debug", "task ended", { instance, task: taskId, state: ended.state });
  return ended;
}

/** Places a task and starts it. The start waits while another program uses a port of the node, and while the disk is full. */
async function start(state: AgentsState, request: LaunchRequest, signal: AbortSignal): Promise<void> {
  const { settings, records, portsOptions, identified } = state;
  const { node } = request;
  let record: LocalTaskRecord | undefined;
  try {
    if (request.sidecar) {
      const placement = { agent: AGENT, hostname: settings.hostname, addresses: [settings.address], ...request.on };
      record = recordOf(request, { ...placement, ports: {} }, now(state));
      records.keep(record);
      signal.throwIfAborted();
      await begin(state, request, record);
      return;
    }
    const where = whereOf(request.identity.host, settings.address);
    const wanted = { node, ports: portsAsked(request.resources), had: request.identity.ports, where, isStarting: true };
    const { ports, taken } = await choosePorts(wanted, { ...portsOptions, owner: portsOwner(state, node) });
    identified.add(node);
    const hostname = where.isOwn ? where.host : settings.hostname;
    const placement = { agent: AGENT, hostname, addresses: [where.host], ports };
    record = recordOf(request, placement, now(state));
    const full = whyFull(state.folders, settings.freeSpace);
    try {
      // The record is stored before the process exists, so that a process that is found later can be identified.
      records.keep(record);
    } catch (error) {
      // While the start waits for room, no process exists, and the record is stored again before it does.
      if (full === undefined) throw error;
    }
    signal.throwIfAborted();
    if (taken.length === 0 && full === undefined) await begin(state, request, record);
    else startLater(state, request, record, taken, where);
  } catch (error) {
    if (record) await forget(state, [record]);
    if (error instanceof VolumeLost) return report(state, { taskId: request.taskId, at: now(state), ...error.state });
    throw explainFailure(error, `${node} cannot be started`);
  }
}

/** Starts a task once no other program uses its ports and the disk has room. Until then, the task can be stopped at once. */
function startLater(state: AgentsState, request: LaunchRequest, record: LocalTaskRecord, taken: readonly TakenPort[], where: Where): void {
  const { settings, waits, platform, clock, folders, records } = state;
  const { taskId, node } = request;
  const { random } = settings;
  const reportWait = (reason: string) => report(state, { taskId, at: now(state), state: "waiting", reason });
  waits.begin(taskId, async (signal) => {
    try {
      const details = { clock, signal, report: reportWait };
      await awaitPorts(taken, { where, random, platform, ...details });
      await waitWhile(() => whyFull(folders, settings.freeSpace), DISK_CHECK_INTERVAL, details);
      records.keep(record);
      await begin(state, request, record);
    } catch (error) {
      await forget(state, [record]);
      if (signal.aborted) return;
      const { message } = explainFailure(error, `${node} cannot be started`);
      const lost = error instanceof VolumeLost && error.state;
      report(state, { taskId, at: now(state), state: "failed", reason: message, ...lost });
    }
  });
}

async function begin(state: AgentsState, request: LaunchRequest, prepared: LocalTaskRecord): Promise<void> {
  const { placement, ...record } = prepared;
  const { folders, logs, platform, settings, records } = state;
  const { taskId, node } = request;
  const folder = folders.task(taskId);
  const environment = taskEnvironment(request, placement, folder.sandbox);
  const output = logs.of(taskId).live;
  const options = { folders, folder, platform, environment, output };
  const own = inherited(settings.environment);
  const started = await startLocalTask(request, own, options);
  const { pid, start } = started;
  const placed = { ...placement, pid };
  try {
    const isAsked = request.healthCheck !== null && "command" in request.healthCheck;
    const asked = isAsked && { environment: { ...own, ...environment } };
    const known = { ...record, placement: placed, process: { pid, start }, ...asked };
    records.keep(known);
    see(state, known, started);
  } catch (error) {
    // A process without a stored record must not run, because the service could not find it after a restart.
    signalGroup(pid, "SIGKILL");
    throw error;
  }
  queueMicrotask(() => report(state, { taskId, at: now(state), state: "running", placement: placed }));
  const old = records.of(node).filter(({ ended, sidecar }) => ended && sidecar === request.sidecar);
  void forget(state, old.slice(0, Math.max(0, old.length - KEPT)));
}

async function forget({ records, logs, folders, log }: AgentsState, old: readonly LocalTaskRecord[]): Promise<void> {
  try {
    records.forget(old);
    for (const { taskId } of old) {
      logs.forget(taskId);
      await rm(folders.task(taskId).path, { recursive: true, force: true });
    }
  } catch (error) {
    log("warn", "old tasks could not be deleted", { tasks: old.map(({ taskId }) => taskId), reason: String(error) });
  }
}

async function find(state: AgentsState, record: LocalTaskRecord, isWanted: boolean): Promise<void> {
  const { folders, platform, log, instance } = state;
  const process = await findTask(record, folders.task(record.taskId), platform);
  if (process === "never started") await forget(state, [record]);
  else if (process === "ended") await conclude(state, record.taskId, undefined);
  else {
    const adopted = { ...record, placement: { ...record.placement, pid: process.pid }, process };
    if (!record.process) note(state, adopted);
    const supervisor = see(state, adopted, process);
    log("info", "task adopted", { instance, task: record.taskId, pid: process.pid });
    if (!isWanted) end(state, adopted, supervisor);
  }
}

function end(state: AgentsState, record: LocalTaskRecord, supervisor: Supervisor): void {
  const { watches, hanging } = state;
  watches.get(record.taskId)?.();
  if (!record.stopping) note(state, { ...record, stopping: true });
  supervisor.stop(hanging.has(record.taskId) ? Math.min(record.grace, HANGING_GRACE) : record.grace);
}

async function identify(state: AgentsState, nodes: readonly NodeToIdentify[]): Promise<Map<string, Identity>> {
  const { identified, ledger, portsOptions, settings } = state;
  const names = new Set(nodes.map(({ node }) => node));
  for (const node of identified) if (!names.has(node)) ledger.keepOnly(portsOwner(state, node), []);
  identified.clear();
  const entries = new Map<string, Identity>();
  for (const node of nodes) {
    identified.add(node.node);
    const ownerOf = (owner: string) => portsOwner(state, owner);
    entries.set(node.node, await localIdentityOf(node, { ...portsOptions, address: settings.address, ownerOf }));
  }
  return entries;
}

async function adopt(state: AgentsState, taskIds: readonly string[]): Promise<TaskState[]> {
  const { records, folders, platform, log } = state;
  const requests = new Set(taskIds);
  await Promise.all([
    ...records
      .all()
      .filter(({ ended }) => !ended)
      .map((record) => find(state, record, requests.has(record.taskId))),
    deleteStrays(folders, { records, platform, log }),
    deleteRest(folders),
  ]);
  return records
    .all()
    .filter(({ taskId }) => requests.has(taskId))
    .map(recordedStateOf);
}

async function launch(state: AgentsState, request: LaunchRequest, signal: AbortSignal): Promise<void> {
  const { instance, starting, records } = state;
  const { taskId } = request;
  if (state.closed) throw new Error(`${instance} is closed`);
  const before = starting.get(taskId);
  const known = records.get(taskId);
  if (before) return before;
  if (known) {
    if (known.ended || known.process) report(state, recordedStateOf(known));
    return;
  }
  const launched = start(state, request, signal).finally(() => starting.delete(taskId));
  starting.set(taskId, launched);
  return launched;
}

async function close(state: AgentsState): Promise<void> {
  const { ending, starting, waits, running, watches, identified, ledger, logs, listeners, owner } = state;
  if (state.closed) return;
  state.closed = true;
  state.unwatchRoom();
  ending.abort();
  await Promise.allSettled(starting.values());
  await waits.endAll();
  for (const supervisor of running.values()) supervisor.letGo();
  for (const unwatch of watches.values()) unwatch();
  for (const node of identified) ledger.keepOnly(portsOwner(state, node), []);
  logs.close();
  listeners.clear();
  owner.release();
}

/** Reports the state of a task to the listeners. */
function report({ listeners }: AgentsState, heard: TaskState): void {
  for (const listener of listeners) listener(heard);
}

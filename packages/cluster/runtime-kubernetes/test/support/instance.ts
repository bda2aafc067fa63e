import { memoryStore } from "@reeve/laws";
import type { Agents, Clock, LaunchRequest, Log, Store, TaskState } from "@reeve/orchestrator/runtime";
import { type FakeCluster, startFakeCluster } from "@reeve/testing/fake-cluster";
import { onTestFinished } from "vitest";
import { createKubernetesRuntime, type KubernetesSettings, roleRules } from "../../src/index.ts";

/** One instance on a cluster, with the reported states of its tasks. */
export interface Instance {
  readonly cluster: FakeCluster;
  readonly agents: Agents;
  readonly reported: readonly TaskState[];
  launch(request?: Partial<LaunchRequest>): Promise<LaunchRequest>;
  /** Waits until a task has a state, or returns that state at once if it was already reported. */
  state<State extends TaskState["state"]>(
    taskId: string,
    state: State,
    isMeant?: (state: Extract<TaskState, { readonly state: State }>) => boolean,
  ): Promise<Extract<TaskState, { readonly state: State }>>;
  close(): Promise<void>;
}

export const signal = new AbortController().signal;

/** A clock that runs fast, so that no test waits long. */
const SPEED = 50;
export const fastClock: Clock = {
  now: Date.now,
  after: (milliseconds: number, run: () => void) => {
    const timer = setTimeout(run, milliseconds / SPEED);
    return () => clearTimeout(timer);
  },
};

async function fakeCluster(): Promise<FakeCluster> {
  const cluster = await startFakeCluster(roleRules);
  onTestFinished(() => cluster.close());
  return cluster;
}

export interface InstanceOptions {
  readonly cluster?: FakeCluster;
  readonly store?: Store;
  readonly name?: string;
  readonly settings?: Partial<KubernetesSettings>;
  /** The settings in the instance's definition, which a test can change. */
  readonly definition?: () => Partial<KubernetesSettings>;
  /** The ids of the tasks that were running when the service ended. */
  readonly adopt?: readonly string[];
  /** The clock of the instance; default: a clock that runs fast. */
  readonly clock?: Clock;
  readonly log?: Log;
}

export async function openInstance({
  cluster,
  store = memoryStore(),
  name = "kafka",
  settings,
  definition = () => ({}),
  adopt = [],
  clock = fastClock,
  log = () => undefined,
}: InstanceOptions = {}): Promise<Instance> {
  const on = cluster ?? (await fakeCluster());
  const reported: TaskState[] = [];
  const waiting = new Set<() => void>();
  const runtime = createKubernetesRuntime({
    connection: { server: on.server, namespace: "tests" },
    settings: { image: "example.com/tools:1", ...settings },
  });
  const agents = await runtime.open({
    instance: name,
    store,
    clock,
    log,
    settings: () => ({ ...definition() }),
  });
  agents.watch((state) => {
    reported.push(state);
    for (const check of [...waiting]) check();
  });
  await agents.adopt(adopt);
  onTestFinished(() => agents.close());
  return {
    cluster: on,
    agents,
    reported,
    launch: async (request = {}) => {
      const whole = taskOf(request);
      await agents.launch(whole, signal);
      return whole;
    },
    state: (taskId, state, isMeant = () => true) =>
      new Promise((resolve) => {
        const check = () => {
          const heard = reported.find((each) => each.taskId === taskId && each.state === state && isMeant(each as never));
          if (!heard) return;
          waiting.delete(check);
          resolve(heard as never);
        };
        waiting.add(check);
        check();
      }),
    close: () => agents.close(),
  };
}

let count = 0;

/** A task that runs until it is stopped, unless a test changes that. */
export function taskOf(request: Partial<LaunchRequest> = {}): LaunchRequest {
  const node = request.node ?? "broker-0";
  const task = request.task ?? "node";
  return {
    taskId: `${node}-${task}__${count++}`,
    node,
    podType: "broker",
    task,
    oneShot: false,
    command: { value: "exec sleep 1000", environment: {} },
    resources: { id: "resources", "resource-specifications": [], "volume-specifications": [] },
    files: [],
    environment: {},
    secrets: {},
    volumes: {},
    identity: { host: "", ports: {} },
    placementRule: null,
    container: null,
    uris: [],
    user: "",
    readinessCheck: null,
    healthCheck: null,
    grace: 5,
    ...request,
  };
}

export function command(value: string): Pick<LaunchRequest, "command"> {
  return { command: { value, environment: {} } };
}

import { resourceSet, type Store, systemClock } from "@reeve/orchestrator/engine";
import type { Agents, Identity, LaunchRequest, Placement, Runtime, TaskState } from "@reeve/orchestrator/runtime";
import type { CommandSpec } from "@reeve/scheduler-models";
import { inTime, memoryStore } from "./law.ts";

/** A runtime with commands that it can run. */
export interface RuntimeUnderTest {
  readonly runtime: Runtime;
  /** A command that runs until it is stopped. */
  readonly lasting: CommandSpec;
  /** A command that ends by itself with success. */
  readonly ending: CommandSpec;
}

/** Laws by their names. */
export type RuntimeLaws = Readonly<Record<string, (fixture: RuntimeFixture) => Promise<void>>>;

const INSTANCE = "contract";
export const signal: AbortSignal = new AbortController().signal;

/** An open runtime with what the laws need. */
export interface RuntimeFixture {
  agents(): Agents;
  readonly reported: TaskState[];
  /** All values in the runtime's store. */
  kept(): readonly unknown[];
  request(more?: Partial<LaunchRequest>): LaunchRequest;
  launch(more?: Partial<LaunchRequest>): Promise<LaunchRequest>;
  state<State extends TaskState["state"]>(taskId: string, state: State): Promise<Extract<TaskState, { readonly state: State }>>;
  reopen(store?: Store): Promise<void>;
  end(): Promise<void>;
}

export async function openRuntime({ runtime, lasting, ending }: RuntimeUnderTest): Promise<RuntimeFixture> {
  const reported: TaskState[] = [];
  const waiting = new Set<() => void>();
  const launched = new Set<string>();
  let store = memoryStore();
  let count = 0;
  const open = async () => {
    const settings = () => ({});
    const opened = await runtime.open({ instance: INSTANCE, store, clock: systemClock, log: () => undefined, settings });
    opened.watch((state) => {
      reported.push(state);
      for (const check of [...waiting]) check();
    });
    return opened;
  };
  let agents = await open();
  await agents.adopt([]);

  const fixture: RuntimeFixture = {
    agents: () => agents,
    reported,
    kept: () => [...store.entries("")],
    request: (more = {}) => {
      const number = count++;
      return requestOf(more.oneShot ? ending : lasting, `node-0-${more.task ?? "node"}__${number}`, number, more);
    },
    launch: async (more = {}) => {
      const request = fixture.request(more);
      launched.add(request.taskId);
      await agents.launch(request, signal);
      return request;
    },
    state: (taskId, state) =>
      inTime(
        `${taskId} ${state}`,
        reportOf((each) => each.taskId === taskId && each.state === state),
      ),
    reopen: async (next = store) => {
      await agents.close();
      store = next;
      reported.length = 0;
      agents = await open();
    },
    end: async () => {
      for (const taskId of launched) {
        const isEnd = (each: TaskState) => each.taskId === taskId && isOver(each);
        if (reported.some(isEnd)) continue;
        await agents.stop(taskId, signal);
        await inTime(`the end of ${taskId}`, reportOf(isEnd));
      }
      await agents.close();
    },
  };

  /** Resolves with the last report that is meant, as soon as there is one. Callers know the type of what they mean. */
  function reportOf(isMeant: (state: TaskState) => boolean): Promise<never> {
    return new Promise((resolve) => {
      const check = () => {
        const heard = reported.findLast(isMeant);
        if (!heard) return;
        waiting.delete(check);
        resolve(heard as never);
      };
      waiting.add(check);
      check();
    });
  }
  return fixture;
}

export function isOver({ state }: TaskState): boolean {
  return state === "finished" || state === "stopped" || state === "failed";
}

export function isSamePlace(one: Placement, other: Placement): boolean {
  return one.agent === other.agent && one.ports.main === other.ports.main && one.addresses[0] === other.addresses[0];
}

export function placementIdentity({ addresses: [host = ""], ports }: Placement): Identity {
  return { host, ports };
}

export function isSameIdentity(one: Identity | undefined, other: Identity): boolean {
  return one?.host === other.host && one.ports.main === other.ports.main;
}

export function keptOf({ volumes }: Pick<LaunchRequest, "volumes">): LaunchRequest["volumes"] {
  return Object.fromEntries(Object.entries(volumes).map(([path, { name }]) => [path, { name, kept: true }]));
}

function requestOf(command: CommandSpec, taskId: string, number: number, more: Partial<LaunchRequest>): LaunchRequest {
  const ports = [{ name: "main", number: 0, variable: "MAIN_PORT" }];
  const volume = { size: 10, type: "ROOT", path: "data" };
  return {
    taskId,
    node: "node-0",
    podType: "node",
    task: "node",
    oneShot: false,
    command,
    resources: resourceSet("contract", { cpus: 0.1, mem: 32, ports, volume }, { role: "", principal: "" }),
    files: [{ name: "name", "relative-path": "name", "template-content": "{{TASK_NAME}}\n" }],
    environment: { TASK_NAME: taskId },
    secrets: {},
    volumes: { data: { name: `node-0__${number}`, kept: false } },
    identity: { host: "127.0.0.1", ports: {} },
    placementRule: null,
    container: null,
    uris: [],
    user: "",
    readinessCheck: null,
    healthCheck: null,
    grace: 5,
    ...more,
  };
}

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryStore } from "@reeve/laws";
import {
  type Agents,
  type LaunchRequest,
  type LogExcerpt,
  type Placement,
  type Store,
  systemClock,
  type TaskState,
} from "@reeve/orchestrator/runtime";
import { onTestFinished } from "vitest";
import { createLocalRuntime, type LocalRuntimeOptions } from "../../src/index.ts";
import { platformOf } from "../../src/process/platform.ts";
import { taskOf } from "./requests.ts";

/** The local runtime as one instance sees it, with the reported states of its tasks. */
export interface Machine {
  readonly agents: Agents;
  readonly folder: string;
  readonly store: Store;
  readonly reported: readonly TaskState[];
  /** Launches a task, waits until it runs, and returns its placement. */
  launch(request?: Partial<LaunchRequest>): Promise<Placement>;
  /** Launches a task without waiting until it runs. */
  begin(request?: Partial<LaunchRequest>): Promise<void>;
  /** Waits until a task has a state, or returns that state at once if it was already reported. */
  state<State extends TaskState["state"]>(taskId: string, state: State): Promise<Extract<TaskState, { readonly state: State }>>;
  /** Closes the runtime and opens it again, as a restart of the service would. */
  reopen(wanted?: readonly string[]): Promise<readonly TaskState[]>;
}

/** A folder that is deleted after the test, with a space in its path. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "reeve local ")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens the local runtime for an instance. After the test, all processes of the instance are killed. */
export async function machine(
  options: Partial<LocalRuntimeOptions> & { readonly instance?: string; readonly store?: Store } = {},
): Promise<Machine> {
  const { instance = "kafka", store = memoryStore(), folder = temporaryFolder(), ...rest } = options;
  const runtime = createLocalRuntime({ folder, ...rest });
  const reported: TaskState[] = [];
  const launched = new Set<string>();
  const open = async () => {
    const opened = await runtime.open({
      instance,
      store,
      clock: systemClock,
      log: () => undefined,
      settings: () => ({}),
    });
    opened.watch((state) => reported.push(state));
    return opened;
  };
  let agents = await open();
  const match: Machine = {
    get agents() {
      return agents;
    },
    folder,
    store,
    reported,
    launch: async (request = {}) => {
      const whole = taskOf(request);
      const before = reported.length;
      await match.begin(whole);
      return until(`${whole.taskId} running`, () => {
        const heard = reported.slice(before).find(({ taskId, state }) => taskId === whole.taskId && state === "running");
        return heard?.state === "running" && heard.placement;
      });
    },
    begin: (request = {}) => {
      const whole = taskOf(request);
      launched.add(whole.taskId);
      return agents.launch(whole, new AbortController().signal);
    },
    state: (taskId, state) =>
      until(`${taskId} ${state}`, () => {
        const heard = reported.find((each) => each.taskId === taskId && each.state === state);
        return heard as never;
      }),
    reopen: async (wanted) => {
      await agents.close();
      agents = await open();
      return agents.adopt(wanted ?? [...launched]);
    },
  };
  onTestFinished(async () => {
    for (const taskId of launched) await agents.stop(taskId, new AbortController().signal).catch(() => undefined);
    for (const taskId of launched)
      await until(`the end of ${taskId}`, () =>
        reported.some((each) => each.taskId === taskId && each.state !== "running" && each.state !== "waiting"),
      );
    await agents.close();
  });
  return match;
}

/** Waits for a value. After the timeout, the error says what was awaited. */
export async function until<Value>(what: string, find: () => Value | undefined | false): Promise<Value> {
  for (let tries = 0; tries < 3000; tries++) {
    const value = find();
    if (value !== undefined && value !== false) return value;
    await sleep(10);
  }
  throw new Error(`timed out waiting for ${what}`);
}

/** Whether a process runs. */
export function runs(pid: number | undefined): boolean {
  return pid !== undefined && platformOf(process.platform).startOf(pid) !== undefined;
}

/** The whole text of an excerpt. */
export async function read(excerpt: Promise<LogExcerpt> | undefined): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await excerpt)?.bytes ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A reader that follows a node's output. */
export interface Follower {
  readonly seen: string;
  leave(): Promise<void>;
}

export function follow(agents: Agents, node: string): Follower {
  const leaving = new AbortController();
  let seen = "";
  const following = (async () => {
    const excerpt = await agents.log?.({ node, follow: true, signal: leaving.signal });
    for await (const bytes of excerpt?.bytes ?? []) seen += Buffer.from(bytes).toString();
  })();
  return {
    get seen() {
      return seen;
    },
    leave: () => {
      leaving.abort();
      return following;
    },
  };
}

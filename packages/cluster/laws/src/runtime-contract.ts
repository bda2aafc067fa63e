import { isReeveError } from "@reeve/contract";
import type { Store } from "@reeve/orchestrator/engine";
import { outputOf, resourceSet, systemClock } from "@reeve/orchestrator/engine";
import type {
  Agents,
  Identity,
  LaunchRequest,
  Placement,
  Program,
  Runtime,
  TaskState,
} from "@reeve/orchestrator/runtime";
import type { CommandSpec } from "@reeve/scheduler-models";
import { expect, inTime, type Law } from "./law.ts";
import { memoryStore } from "./memory-store.ts";

/** A runtime with commands that it can run. */
export interface RuntimeUnderTest {
  readonly runtime: Runtime;
  /** A command that runs until it is stopped. */
  readonly lasting: CommandSpec;
  /** A command that ends by itself with success. */
  readonly ending: CommandSpec;
}

const INSTANCE = "contract";
const signal = new AbortController().signal;

/** The laws that every runtime has to obey. Each law creates its own runtime, and ends all tasks that it has started. */
export function runtimeContract(make: () => RuntimeUnderTest | Promise<RuntimeUnderTest>): readonly Law[] {
  const law = (name: string, check: (bench: Bench) => Promise<void>): Law => ({
    name,
    holds: async () => {
      const bench = await openBench(await make());
      try {
        await check(bench);
      } finally {
        await bench.end();
      }
    },
  });
  return [
    law("a launched task runs, and its reported state contains its placement", async ({ launch, state }) => {
      const { taskId } = await launch();
      const { agent, hostname, addresses, ports } = (await state(taskId, "running")).placement;
      expect(agent !== "" && hostname !== "", "a placement has no agent or no host name");
      expect(addresses.length > 0, "a placement has no address");
      expect((ports.main ?? 0) > 0, `the port main was requested, but its number is ${ports.main}`);
    }),
    law(
      "a task is started only once, even if its launch is sent again",
      async ({ launch, state, agents, reported }) => {
        const request = await launch();
        const { placement } = await state(request.taskId, "running");
        await agents().launch(request, signal);
        const again = await inTime("its state", Promise.resolve((await state(request.taskId, "running")).placement));
        expect(isSamePlace(again, placement), "a task was moved when its launch was sent again");
        await agents().stop(request.taskId, signal);
        await state(request.taskId, "stopped");
        const ends = reported.filter((each) => each.taskId === request.taskId && each.state === "stopped");
        expect(ends.length === 1, `the end of the task was reported ${ends.length} times`);
      },
    ),
    law("a task that ends without being stopped is reported as finished", async ({ launch, state }) => {
      const { taskId } = await launch({ oneShot: true, task: "once" });
      await state(taskId, "finished");
    }),
    law("the report of an ended task says where the task ran, or that it never ran", async (bench) => {
      const { launch, state, agents } = bench;
      const { taskId } = await launch();
      const { placement } = await state(taskId, "running");
      await agents().stop(taskId, signal);
      const { ran } = await state(taskId, "stopped");
      expect(
        ran !== undefined && isSamePlace(ran, placement),
        "the report of a stopped task lacks the place where it ran",
      );
      const missing = await launch({ volumes: { data: { name: "node-0__missing", kept: true } } });
      expect(
        (await state(missing.taskId, "failed")).ran === undefined,
        "a task that could not run is reported to have run",
      );
    }),
    law(
      "every stop is confirmed, even if the task is unknown or has already ended",
      async ({ launch, state, agents, reported }) => {
        const { taskId } = await launch();
        await state(taskId, "running");
        await agents().stop(taskId, signal);
        await state(taskId, "stopped");
        reported.length = 0;
        await agents().stop(taskId, signal);
        await state(taskId, "stopped");
        await agents().stop("node-0-node__never", signal);
        await state("node-0-node__never", "stopped");
      },
    ),
    law("a launch that is cancelled leaves nothing behind", async ({ request, state, agents }) => {
      const launched = request();
      const controller = new AbortController();
      const launching = agents().launch(launched, controller.signal);
      controller.abort();
      await launching.catch(() => undefined);
      await agents().stop(launched.taskId, signal);
      await state(launched.taskId, "stopped");
      for (const { name } of Object.values(launched.volumes)) await agents().deleteVolume(name, signal);
      expect(
        (await agents().adopt([launched.taskId])).every((each) => each.state !== "running"),
        "the task of a cancelled launch still runs",
      );
    }),
    law(
      "a sidecar task runs on the same agent as its node, and the node's own task keeps running",
      async ({ launch, state, reported }) => {
        const own = await launch();
        const { placement } = await state(own.taskId, "running");
        const more = {
          task: "sidecar",
          oneShot: true,
          sidecar: true,
          on: placement,
          identity: identityOf(placement),
        } as const;
        const { taskId } = await launch({ ...more, volumes: keptOf(own) });
        const { ran } = await state(taskId, "finished");
        expect(ran?.agent === placement.agent, "the sidecar task ran on another agent than its node");
        expect(!reported.some((each) => each.taskId === own.taskId && isOver(each)), "the node's own task has ended");
      },
    ),
    law("a volume is not deleted while a task uses it", async ({ launch, state, agents }) => {
      const { taskId, volumes } = await launch();
      const { placement } = await state(taskId, "running");
      for (const { name } of Object.values(volumes)) {
        const isDeleted = await agents()
          .deleteVolume(name, signal)
          .then(
            () => true,
            () => false,
          );
        expect(!isDeleted, "the volume of a running task was deleted");
      }
      await agents().stop(taskId, signal);
      await state(taskId, "stopped");
      const again = await launch({ volumes: keptOf({ volumes }), on: placement, identity: identityOf(placement) });
      await state(again.taskId, "running");
    }),
    law("a node uses the address that was assigned to it before it started", async ({ launch, state, agents }) => {
      const asked = { node: "node-0", ports: [{ name: "main", port: 0, variable: "MAIN_PORT" }], ownAddress: false };
      const identity = (await agents().identify([asked])).get("node-0");
      expect(identity !== undefined && identity.host !== "", "a node has no host");
      expect((identity.ports.main ?? 0) > 0, "a requested port has no number");
      const again = (await agents().identify([{ ...asked, had: identity }])).get("node-0");
      expect(isSameIdentity(again, identity), "the identity of a node changes between calls");
      const first = await launch({ identity });
      const { placement } = await state(first.taskId, "running");
      expect(placement.ports.main === identity.ports.main, "the port of a node differs from its identity");
      await agents().stop(first.taskId, signal);
      await state(first.taskId, "stopped");
      const replaced = await launch({ identity, avoid: placement.agent });
      const { ports } = (await state(replaced.taskId, "running")).placement;
      expect(ports.main === identity.ports.main, "the port of a node changes when the node is replaced");
    }),
    law(
      "a secret is used in files, but is neither stored nor reported",
      async ({ launch, state, agents, reported, kept }) => {
        const secret = "a-secret-that-must-not-be-seen";
        const files = [{ name: "key", "relative-path": "key", "template-content": "{{KEY}}\n" }];
        const { taskId } = await launch({ files, secrets: { KEY: secret } });
        await state(taskId, "running");
        const isKept = () => JSON.stringify([reported, ...kept()]).includes(secret);
        expect(!isKept(), "a secret of a running task is stored or reported");
        await agents().stop(taskId, signal);
        await state(taskId, "stopped");
        expect(!isKept(), "a secret of an ended task is stored or reported");
      },
    ),
    law("a volume outlives its task, and a node keeps its ports", async ({ launch, state, agents }) => {
      const first = await launch();
      const { placement } = await state(first.taskId, "running");
      await agents().stop(first.taskId, signal);
      await state(first.taskId, "stopped");
      const second = await launch({ volumes: keptOf(first), on: placement, identity: identityOf(placement) });
      const again = (await state(second.taskId, "running")).placement;
      expect(again.agent === placement.agent, "the task does not run where its volume is");
      expect(again.ports.main === placement.ports.main, "the port of the task has changed");
    }),
    law("a missing volume that a task has used is not created again", async ({ launch, state }) => {
      const { taskId } = await launch({ volumes: { data: { name: "node-0__missing", kept: true } } });
      const { lost } = await state(taskId, "failed");
      expect(lost === "node-0__missing", `the report of the failed task does not name the lost volume, but ${lost}`);
    }),
    law(
      "a volume is deleted for good, and deleting a missing volume is no error",
      async ({ launch, state, agents }) => {
        const first = await launch();
        await state(first.taskId, "running");
        await agents().stop(first.taskId, signal);
        await state(first.taskId, "stopped");
        for (const { name } of Object.values(first.volumes)) {
          await agents().deleteVolume(name, signal);
          await agents().deleteVolume(name, signal);
        }
        const { taskId } = await launch({ volumes: keptOf(first) });
        await state(taskId, "failed");
      },
    ),
    law(
      "tasks keep running when the service stops, and the next service takes them over without a restart",
      async ({ launch, state, agents, reopen }) => {
        const { taskId } = await launch();
        const { placement } = await state(taskId, "running");
        await reopen();
        const found = await agents().adopt([taskId, "node-0-node__never"]);
        expect(found.length === 1, "the runtime reports a state for an unknown task, or none for the running task");
        const [one] = found;
        expect(
          one?.taskId === taskId && one.state === "running",
          `a task was running, but the runtime reports it as ${one?.state}`,
        );
        expect(
          isSamePlace(one.placement, placement),
          "the runtime reports another agent, port or address than before for the running task",
        );
        await agents().stop(taskId, signal);
        await state(taskId, "stopped");
      },
    ),
    law(
      "a program next to a task gets input, uses the task's files, and says how it ended",
      async ({ launch, state, agents }) => {
        const { exec } = agents();
        if (!exec) return;
        const { taskId } = await launch();
        await state(taskId, "running");
        const printed = (program: Program) => inTime("the end of a program", outputOf(program));
        const start = (script: string) => inTime("the program", exec(taskId, ["/bin/sh", "-c", script], signal));
        const writer = await start("read -r line && echo $line > data/line && echo written");
        await writer.write(Buffer.from("some text\n"));
        expect((await printed(writer)) === "written\n", "a program prints something else than its output");
        expect(
          (await printed(await start("cat data/line"))) === "some text\n",
          "a program lost the input or the files",
        );
        const failure = await printed(await start("echo no room >&2; exit 3")).catch((error: unknown) => error);
        expect(isReeveError(failure), `the failure of a program is reported as ${failure}`);
        expect(
          failure.message.includes("no room"),
          `the failure of a program lacks its error output: ${failure.message}`,
        );
        const never = await start("read -r line");
        never.close();
        const lost = await printed(never).catch((error: unknown) => error);
        expect(lost instanceof Error && !isReeveError(lost), `a lost connection is reported as ${lost}`);
      },
    ),
    law(
      "nothing of a removed instance remains, and a new instance of the same name starts empty",
      async ({ launch, state, agents, reopen }) => {
        const { taskId, volumes } = await launch();
        await state(taskId, "running");
        await agents().stop(taskId, signal);
        await state(taskId, "stopped");
        for (const { name } of Object.values(volumes)) await agents().deleteVolume(name, signal);
        await agents().end?.(signal);
        await reopen(memoryStore());
        expect((await agents().adopt([taskId])).length === 0, "a task of the removed instance is still known");
        const next = await launch();
        await state(next.taskId, "running");
      },
    ),
    law(
      "the removal of an instance can be repeated, also by the next service",
      async ({ launch, state, agents, reopen }) => {
        const { taskId, volumes } = await launch();
        await state(taskId, "running");
        await reopen();
        await agents().adopt([taskId]);
        for (let times = 0; times < 3; times++) {
          await agents().stop(taskId, signal);
          await state(taskId, "stopped");
          for (const { name } of Object.values(volumes)) await agents().deleteVolume(name, signal);
          await agents().end?.(signal);
          if (times > 0) continue;
          // The service was killed before it could forget the instance.
          await reopen();
          await agents().adopt([]);
        }
      },
    ),
  ];
}

interface Bench {
  agents(): Agents;
  readonly reported: TaskState[];
  /** All values in the runtime's store. */
  kept(): readonly unknown[];
  request(more?: Partial<LaunchRequest>): LaunchRequest;
  launch(more?: Partial<LaunchRequest>): Promise<LaunchRequest>;
  state<State extends TaskState["state"]>(
    taskId: string,
    state: State,
  ): Promise<Extract<TaskState, { readonly state: State }>>;
  reopen(store?: Store): Promise<void>;
  end(): Promise<void>;
}

async function openBench({ runtime, lasting, ending }: RuntimeUnderTest): Promise<Bench> {
  const reported: TaskState[] = [];
  const waiting = new Set<() => void>();
  const launched = new Set<string>();
  let store = memoryStore();
  let count = 0;
  const open = async () => {
    const settings = () => ({});
    const opened = await runtime.open({
      instance: INSTANCE,
      store,
      clock: systemClock,
      log: () => undefined,
      settings,
    });
    opened.watch((state) => {
      reported.push(state);
      for (const check of [...waiting]) check();
    });
    return opened;
  };
  let agents = await open();
  await agents.adopt([]);

  const bench: Bench = {
    agents: () => agents,
    reported,
    kept: () => [...store.entries("")],
    request: (more = {}) => {
      const number = count++;
      return requestOf(more.oneShot ? ending : lasting, `node-0-${more.task ?? "node"}__${number}`, number, more);
    },
    launch: async (more = {}) => {
      const request = bench.request(more);
      launched.add(request.taskId);
      await agents.launch(request, signal);
      return request;
    },
    state: (taskId, state) => {
      const found = () => reported.findLast((each) => each.taskId === taskId && each.state === state);
      const coming = new Promise<never>((resolve) => {
        const check = () => {
          const heard = found();
          if (!heard) return;
          waiting.delete(check);
          resolve(heard as never);
        };
        waiting.add(check);
        check();
      });
      return inTime(`${taskId} ${state}`, coming);
    },
    reopen: async (next = store) => {
      await agents.close();
      store = next;
      reported.length = 0;
      agents = await open();
    },
    end: async () => {
      for (const taskId of launched) {
        if (reported.some((each) => each.taskId === taskId && isOver(each))) continue;
        await agents.stop(taskId, signal);
        await inTime(`the end of ${taskId}`, ended(taskId));
      }
      await agents.close();
    },
  };

  function ended(taskId: string): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!reported.some((each) => each.taskId === taskId && isOver(each))) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  }
  return bench;
}

function isOver({ state }: TaskState): boolean {
  return state === "finished" || state === "stopped" || state === "failed";
}

function isSamePlace(one: Placement, other: Placement): boolean {
  return one.agent === other.agent && one.ports.main === other.ports.main && one.addresses[0] === other.addresses[0];
}

function identityOf({ addresses: [host = ""], ports }: Placement): Identity {
  return { host, ports };
}

function isSameIdentity(one: Identity | undefined, other: Identity): boolean {
  return one?.host === other.host && one.ports.main === other.ports.main;
}

function keptOf({ volumes }: Pick<LaunchRequest, "volumes">): LaunchRequest["volumes"] {
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

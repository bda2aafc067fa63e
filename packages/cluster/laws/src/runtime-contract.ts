import { expect, type Law, memoryStore } from "./law.ts";
import {
  isSameIdentity,
  isSamePlace,
  keptOf,
  openRuntime,
  placementIdentity,
  type RuntimeLaws,
  type RuntimeUnderTest,
  signal,
} from "./runtime-fixture.ts";
import { taskLaws } from "./task-laws.ts";

/** The laws that every runtime has to obey. Each law creates its own runtime, and ends all tasks that it has started. */
export function runtimeContract(make: () => RuntimeUnderTest | Promise<RuntimeUnderTest>): readonly Law[] {
  return Object.entries({ ...taskLaws, ...volumeLaws, ...instanceLaws }).map(([name, check]) => ({
    name,
    holds: async () => {
      const fixture = await openRuntime(await make());
      try {
        await check(fixture);
      } finally {
        await fixture.end();
      }
    },
  }));
}

const instanceLaws: RuntimeLaws = {
  "tasks keep running when the service stops, and the next service takes them over without a restart": async ({
    launch,
    state,
    agents,
    reopen,
  }) => {
    const { taskId } = await launch();
    const { placement } = await state(taskId, "running");
    await reopen();
    const matches = await agents().adopt([taskId, "node-0-node__never"]);
    expect(matches.length === 1, "the runtime reports a state for an unknown task, or none for the running task");
    const [one] = matches;
    expect(one?.taskId === taskId && one.state === "running", `a task was running, but the runtime reports it as ${one?.state}`);
    expect(isSamePlace(one.placement, placement), "the runtime reports another agent, port or address than before for the running task");
    await agents().stop(taskId, signal);
    await state(taskId, "stopped");
  },
  "nothing of a removed instance remains, and a new instance of the same name starts empty": async ({ launch, state, agents, reopen }) => {
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
  "the removal of an instance can be repeated, also by the next service": async ({ launch, state, agents, reopen }) => {
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
};

const volumeLaws: RuntimeLaws = {
  "a volume is not deleted while a task uses it": async ({ launch, state, agents }) => {
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
    const again = await launch({ volumes: keptOf({ volumes }), on: placement, identity: placementIdentity(placement) });
    await state(again.taskId, "running");
  },
  "a node uses the address that was assigned to it before it started": async ({ launch, state, agents }) => {
    const request = { node: "node-0", ports: [{ name: "main", port: 0, variable: "MAIN_PORT" }], ownAddress: false };
    const identity = (await agents().identify([request])).get("node-0");
    expect(identity !== undefined && identity.host !== "", "a node has no host");
    expect((identity.ports.main ?? 0) > 0, "a requested port has no number");
    const again = (await agents().identify([{ ...request, had: identity }])).get("node-0");
    expect(isSameIdentity(again, identity), "the identity of a node changes between calls");
    const first = await launch({ identity });
    const { placement } = await state(first.taskId, "running");
    expect(placement.ports.main === identity.ports.main, "the port of a node differs from its identity");
    await agents().stop(first.taskId, signal);
    await state(first.taskId, "stopped");
    const replaced = await launch({ identity, avoid: placement.agent });
    const { ports } = (await state(replaced.taskId, "running")).placement;
    expect(ports.main === identity.ports.main, "the port of a node changes when the node is replaced");
  },
  "a secret is used in files, but is neither stored nor reported": async ({ launch, state, agents, reported, kept }) => {
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
  "a volume outlives its task, and a node keeps its ports": async ({ launch, state, agents }) => {
    const first = await launch();
    const { placement } = await state(first.taskId, "running");
    await agents().stop(first.taskId, signal);
    await state(first.taskId, "stopped");
    const second = await launch({ volumes: keptOf(first), on: placement, identity: placementIdentity(placement) });
    const again = (await state(second.taskId, "running")).placement;
    expect(again.agent === placement.agent, "the task does not run where its volume is");
    expect(again.ports.main === placement.ports.main, "the port of the task has changed");
  },
  "a missing volume that a task has used is not created again": async ({ launch, state }) => {
    const { taskId } = await launch({ volumes: { data: { name: "node-0__missing", kept: true } } });
    const { lost } = await state(taskId, "failed");
    expect(lost === "node-0__missing", `the report of the failed task does not name the lost volume, but ${lost}`);
  },
  "a volume is deleted for good, and deleting a missing volume is no error": async ({ launch, state, agents }) => {
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
};

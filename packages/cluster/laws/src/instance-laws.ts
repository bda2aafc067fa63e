import { expect } from "./law.ts";
import { memoryStore } from "./memory-store.ts";
import { isSamePlace, type RuntimeLaws, signal } from "./runtime-fixture.ts";

/** What outlives the service, and what remains of a removed instance. */
export const instanceLaws: RuntimeLaws = {
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
  "nothing of a removed instance remains, and a new instance of the same name starts empty": async ({
    launch,
    state,
    agents,
    reopen,
  }) => {
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

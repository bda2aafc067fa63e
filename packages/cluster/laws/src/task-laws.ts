import { isReeveError } from "@reeve/contract";
import type { Program } from "@reeve/orchestrator/engine";
import { outputOf } from "@reeve/orchestrator/engine";
import { expect, inTime } from "./law.ts";
import { isOver, isSamePlace, keptOf, placementIdentity, type RuntimeLaws, signal } from "./runtime-fixture.ts";

/** What a runtime has to do for the tasks of nodes. */
export const taskLaws: RuntimeLaws = {
  "a launched task runs, and its reported state contains its placement": async ({ launch, state }) => {
    const { taskId } = await launch();
    const { agent, hostname, addresses, ports } = (await state(taskId, "running")).placement;
    expect(agent !== "" && hostname !== "", "a placement has no agent or no host name");
    expect(addresses.length > 0, "a placement has no address");
    expect((ports.main ?? 0) > 0, `the port main was requested, but its number is ${ports.main}`);
  },
  "a task is started only once, even if its launch is sent again": async ({ launch, state, agents, reported }) => {
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
  "a task that ends without being stopped is reported as finished": async ({ launch, state }) => {
    const { taskId } = await launch({ oneShot: true, task: "once" });
    await state(taskId, "finished");
  },
  "the report of an ended task says where the task ran, or that it never ran": async (bench) => {
    const { launch, state, agents } = bench;
    const { taskId } = await launch();
    const { placement } = await state(taskId, "running");
    await agents().stop(taskId, signal);
    const { ran } = await state(taskId, "stopped");
    expect(ran !== undefined && isSamePlace(ran, placement), "the report of a stopped task lacks the place where it ran");
    const missing = await launch({ volumes: { data: { name: "node-0__missing", kept: true } } });
    expect((await state(missing.taskId, "failed")).ran === undefined, "a task that could not run is reported to have run");
  },
  "every stop is confirmed, even if the task is unknown or has already ended": async ({ launch, state, agents, reported }) => {
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
  "a launch that is cancelled leaves nothing behind": async ({ request, state, agents }) => {
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
  },
  "a sidecar task runs on the same agent as its node, and the node's own task keeps running": async ({ launch, state, reported }) => {
    const own = await launch();
    const { placement } = await state(own.taskId, "running");
    const more = { task: "sidecar", oneShot: true, sidecar: true, on: placement, identity: placementIdentity(placement) } as const;
    const { taskId } = await launch({ ...more, volumes: keptOf(own) });
    const { ran } = await state(taskId, "finished");
    expect(ran?.agent === placement.agent, "the sidecar task ran on another agent than its node");
    expect(!reported.some((each) => each.taskId === own.taskId && isOver(each)), "the node's own task has ended");
  },
  "a program next to a task gets input, uses the task's files, and says how it ended": async ({ launch, state, agents }) => {
    const { exec } = agents();
    if (!exec) return;
    const { taskId } = await launch();
    await state(taskId, "running");
    const printed = (program: Program) => inTime("the end of a program", outputOf(program));
    const start = (script: string) => inTime("the program", exec(taskId, ["/bin/sh", "-c", script], signal));
    const writer = await start("read -r line && echo $line > data/line && echo written");
    await writer.write(Buffer.from("some text\n"));
    expect((await printed(writer)) === "written\n", "a program prints something else than its output");
    expect((await printed(await start("cat data/line"))) === "some text\n", "a program lost the input or the files");
    const failure = await printed(await start("echo no room >&2; exit 3")).catch((error: unknown) => error);
    expect(isReeveError(failure), `the failure of a program is reported as ${failure}`);
    expect(failure.message.includes("no room"), `the failure of a program lacks its error output: ${failure.message}`);
    const never = await start("read -r line");
    never.close();
    const lost = await printed(never).catch((error: unknown) => error);
    expect(lost instanceof Error && !isReeveError(lost), `a lost connection is reported as ${lost}`);
  },
};

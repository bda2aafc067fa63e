import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { isReeveError } from "@reeve/contract";
import { outputOf, type Program } from "@reeve/orchestrator/runtime";
import { expect, onTestFinished, test } from "vitest";
import { type Instance, openInstance, signal } from "./support/instance.ts";

/** A running task, next to which programs of this machine run. */
async function running(): Promise<
  Instance & {
    readonly processes: readonly ChildProcessWithoutNullStreams[];
    exec(script: string, aborted?: AbortSignal): Promise<Program>;
  }
> {
  const instance = await openInstance();
  const { taskId } = await instance.launch();
  await instance.state(taskId, "running");
  const processes: ChildProcessWithoutNullStreams[] = [];
  instance.cluster.streams.run = (_pod, [program = "", ...args]) => {
    const child = spawn(program, args);
    processes.push(child);
    return child;
  };
  onTestFinished(() => void processes.map((each) => each.kill("SIGKILL")));
  const exec = (script: string, aborted = signal) => {
    if (!instance.agents.exec) throw new Error("the runtime cannot run programs");
    return instance.agents.exec(taskId, ["/bin/sh", "-c", script], aborted);
  };
  return { ...instance, processes, exec };
}

/** Returns the error of a program. */
const failureOf = (program: Program) =>
  outputOf(program).then(
    () => undefined,
    (error: unknown) => error,
  );

test("a program next to a task gets and prints any number of bytes", async () => {
  const { exec } = await running();
  const content = randomBytes(3_000_001);
  const program = await exec(`dd bs=65536 count=${content.length} iflag=fullblock,count_bytes 2> /dev/null`);
  const pieces: Uint8Array[] = [];
  const read = (async () => {
    for await (const piece of program.output) pieces.push(piece);
  })();
  for (let start = 0; start < content.length; start += 70_000) await program.write(content.subarray(start, start + 70_000));
  await read;
  expect(Buffer.concat(pieces).equals(content)).toBe(true);
  await expect(program.write(content)).rejects.toThrow("the connection ended");
});

test("a program that fails says why, and one that was killed did not fail by itself", async () => {
  const { exec, processes } = await running();
  const failed = await failureOf(await exec("echo no room >&2; exit 3"));
  expect(isReeveError(failed, "server-failure")).toBe(true);
  expect(String(failed)).toMatch(/exit code 3: no room$/);
  const program = await exec("read -r never");
  processes.at(-1)?.kill("SIGKILL");
  const killed = await failureOf(program);
  expect(String(killed)).toMatch(/exit code 137$/);
  expect(isReeveError(killed)).toBe(false);
});

test("a program whose connection is lost has no more input, and its output ends with an error", async () => {
  const { exec, processes, cluster } = await running();
  const program = await exec("read -r never");
  const failed = failureOf(program);
  const ended = once(processes[0] ?? process, "exit");
  await cluster.down();
  expect(isReeveError(await failed)).toBe(false);
  expect(String(await failed)).toMatch(/the connection ended before the program had ended$/);
  await ended;
});

test.each(["closed", "aborted"])("a program that is %s is waited for no longer, even if it reads nothing", async (how) => {
  const { exec } = await running();
  const controller = new AbortController();
  const program = await exec("exec sleep 1000", controller.signal);
  const failed = failureOf(program);
  const writing = (async () => {
    for (;;) await program.write(randomBytes(1_000_000));
  })();
  const refused = expect(writing).rejects.toThrow("the connection ended");
  if (how === "closed") program.close();
  else controller.abort();
  expect(await failed).toBeInstanceOf(Error);
  await refused;
});

test("a program that the service may not start is refused for good, and other failures can pass", async () => {
  const { exec, cluster } = await running();
  cluster.fail({ request: "CONNECT exec", status: 403, message: "pods/exec is forbidden" });
  const forbidden = await exec("true").catch((error: unknown) => error);
  expect(isReeveError(forbidden, "conflict")).toBe(true);
  expect(String(forbidden)).toMatch(/pods\/exec is forbidden$/);
  cluster.fail({ request: "CONNECT exec", status: 500, message: "the container is not running" });
  const passing = await exec("true").catch((error: unknown) => error);
  expect(isReeveError(passing)).toBe(false);
  expect(String(passing)).toMatch(/the container is not running$/);
  expect(await outputOf(await exec("echo it runs"))).toBe("it runs\n");
});

import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryStore } from "@reeve/laws";
import type { Store } from "@reeve/orchestrator/runtime";
import { expect, onTestFinished, test } from "vitest";
import { machine, read, runs, until } from "./support/machine.ts";
import { command, program, resources, taskOf } from "./support/requests.ts";

const { signal } = new AbortController();

test("a task runs where it landed until it is stopped", async () => {
  const { launch, agents, state } = await machine();
  const placement = await launch({ taskId: "broker-0-node__1" });
  expect(placement).toMatchObject({ agent: "local", hostname: "localhost", addresses: ["127.0.0.1"] });
  expect(await state("broker-0-node__1", "running")).toMatchObject({ placement });
  expect(runs(placement.pid)).toBe(true);
  await agents.stop("broker-0-node__1", signal);
  await state("broker-0-node__1", "stopped");
  expect(runs(placement.pid)).toBe(false);
});

test("what a task uses is the memory and time of its processes, and the files in its volumes", async () => {
  const { launch, agents, state } = await machine();
  const write = "head -c 300000 /dev/zero > data/file; while [ ! -e data/stop ]; do :; done; exec sleep 1000";
  const volumes = { data: { name: "broker-0__v", kept: false } };
  await launch({ taskId: "broker-0-node__1", volumes, ...command(write) });
  const task = { taskId: "broker-0-node__1", volumes: ["broker-0__v"] };
  const measure = async () => (await agents.usage?.([task, { taskId: "unknown", volumes: [] }])) ?? new Map();
  await expect.poll(async () => (await measure()).get(task.taskId)?.processor).toBeGreaterThan(0.1);
  const found = await measure();
  expect([...found.keys()]).toEqual([task.taskId]);
  const { memory, disk } = found.get(task.taskId);
  expect(memory).toBeGreaterThan(100_000);
  expect(memory).toBeLessThan(100_000_000);
  expect(disk).toBeGreaterThanOrEqual(300_000);
  expect(disk).toBeLessThan(400_000);
  await agents.stop(task.taskId, signal);
  await state(task.taskId, "stopped");
  expect((await measure()).size).toBe(0);
});

test("a task is started once, however often its launch is requested", async () => {
  const { agents, folder, state } = await machine();
  const starts = join(folder, "starts");
  const request = taskOf(command(`echo started >> "${starts}"; exec sleep 1000`));
  await Promise.all([agents.launch(request, signal), agents.launch(request, signal)]);
  await agents.launch(request, signal);
  // The shell creates the file before it writes.
  await until("its start", () => existsSync(starts) && readFileSync(starts, "utf8") !== "");
  await agents.stop(request.taskId, signal);
  await state(request.taskId, "stopped");
  expect(readFileSync(starts, "utf8")).toBe("started\n");
});

test("a one-shot task finishes, or fails with its code and last words", async () => {
  const { launch, state } = await machine();
  await launch({ taskId: "a-format__1", task: "format", oneShot: true, ...command("echo formatted") });
  await launch({
    taskId: "b-format__1",
    task: "format",
    oneShot: true,
    ...command("echo 'no cluster id' >&2; exit 3"),
  });
  await state("a-format__1", "finished");
  expect(await state("b-format__1", "failed")).toMatchObject({ reason: "it ended with exit code 3: no cluster id" });
});

test("a task that dies reports how and why, without its stack trace", async () => {
  const { launch, state } = await machine();
  const lines = "starting\\n\\033[31mERROR\\033[0m no such setting: lgo.dirs\\nException in thread main\\n\\tat Main.main(Main.java:1)\\n";
  await launch({ taskId: "a__1", ...command(`printf '${lines}'; exit 1`) });
  expect(await state("a__1", "failed")).toMatchObject({
    reason: "it ended with exit code 1: starting / ERROR no such setting: lgo.dirs / Exception in thread main",
  });
  const { pid = 0 } = await launch({ taskId: "b__1", node: "broker-1" });
  process.kill(pid, "SIGKILL");
  expect(await state("b__1", "failed")).toMatchObject({ reason: "it was killed (SIGKILL)" });
  await launch({ taskId: "c__1", node: "broker-2", ...command("exit 0") });
  expect(await state("c__1", "failed")).toMatchObject({ reason: "it ended by itself" });
});

test("a task gets its files filled, its volumes, its ports and its variables, and no secrets of the service", async () => {
  const { launch, agents, state, folder } = await machine({
    environment: { PATH: process.env.PATH, JAVA_HOME: "/java", REEVE_TOKEN: "secret" },
  });
  const placement = await launch({
    taskId: "a__1",
    node: "broker-2",
    command: {
      value: "cat conf/server.properties; env; echo kept > broker-data/file; pwd; exec sleep 1000",
      environment: { HEAP: "128m", BOTH: "command" },
    },
    environment: { BOTH: "launch", FRAMEWORK_NAME: "kafka" },
    resources: resources({ client: 0, metrics: 0 }),
    files: [
      {
        name: "server",
        "relative-path": "conf/server.properties",
        "template-content": "port={{CLIENT}} name={{FRAMEWORK_NAME}} in={{MESOS_SANDBOX}}\n",
      },
    ],
    volumes: { "broker-data": { name: "broker-2__v", kept: false } },
  });
  const file = join(folder, "kafka/volumes/broker-2__v/file");
  await until("the volume", () => existsSync(file));
  const printed = await until("the output", () => readFileSync(join(folder, "kafka/tasks/a__1/output"), "utf8"));
  const sandbox = join(folder, "kafka/tasks/a__1/sandbox");
  expect(printed).toContain(`port=${placement.ports.client} name=kafka in=${sandbox}\n`);
  expect(printed).toContain(`METRICS=${placement.ports.metrics}\n`);
  expect(printed).toMatch(/^HEAP=128m$/m);
  expect(printed).toMatch(/^BOTH=launch$/m);
  expect(printed).toMatch(/^JAVA_HOME=\/java$/m);
  expect(printed).not.toContain("secret");
  await agents.stop("a__1", signal);
  await state("a__1", "stopped");
  await agents.deleteVolume("broker-2__v", signal);
  expect(existsSync(file)).toBe(false);
  await agents.deleteVolume("broker-2__v", signal);
});

test("the folder of an instance is deleted with it, but not while one of its tasks runs", async () => {
  const { launch, agents, state, folder } = await machine();
  await launch({ taskId: "a__1" });
  await expect(agents.end?.(signal)).rejects.toThrow("tasks still run: a__1");
  await agents.stop("a__1", signal);
  await state("a__1", "stopped");
  expect(existsSync(join(folder, "kafka"))).toBe(true);
  await agents.end?.(signal);
  expect(existsSync(join(folder, "kafka"))).toBe(false);
});

test("a missing template value is reported before anything is started", async () => {
  const { launch } = await machine();
  const files = [{ name: "x", "relative-path": "x.conf", "template-content": "{{NOBODY}}" }];
  await expect(launch({ taskId: "a__1", files })).rejects.toThrow("x.conf: the template has no value for NOBODY");
  const outside = [{ name: "x", "relative-path": "../../x.conf", "template-content": "" }];
  await expect(launch({ taskId: "a__2", files: outside })).rejects.toThrow("is outside the task's folder");
});

test("a volume has one owner", async () => {
  const { launch, agents, state } = await machine();
  const volumes = { data: { name: "broker-0__v", kept: false } };
  const { pid } = await launch({ taskId: "a__1", volumes });
  await expect(launch({ taskId: "a__2", volumes })).rejects.toThrow(`broker-0 cannot be started: `);
  await expect(launch({ taskId: "a__2", volumes })).rejects.toThrow(`is in use by the process ${pid}`);
  await expect(agents.deleteVolume("broker-0__v", signal)).rejects.toThrow("is still in use");
  await agents.stop("a__1", signal);
  await state("a__1", "stopped");
  await launch({ taskId: "a__3", volumes });
  await state("a__3", "running");
});

test("what does not end within its grace is killed, with all that it started", async () => {
  const { launch, agents, state, folder } = await machine();
  const pids = join(folder, "pids");
  writeFileSync(pids, "");
  // One process ignores the signal, one is outside the group, and none ends on request.
  const stubborn = `trap "" TERM; sleep 1001 & echo $! >> "${pids}"; setsid sleep 1002 & echo $! >> "${pids}"; echo $$ >> "${pids}"; while :; do sleep 1; done`;
  await launch({ taskId: "a__1", grace: 0.2, ...command(stubborn) });
  const started = await until("three processes", () => {
    const lines = readFileSync(pids, "utf8").trim().split("\n");
    return lines.length === 3 && lines.map(Number);
  });
  await agents.stop("a__1", signal);
  await state("a__1", "stopped");
  expect(started.map(runs)).toEqual([false, false, false]);
});

test("what a task leaves behind when it dies is ended before its end is reported", async () => {
  const { launch, state, folder } = await machine();
  const child = join(folder, "child");
  await launch({ taskId: "a__1", ...command(`setsid sleep 1003 & echo $! > "${child}"; exit 1`) });
  await state("a__1", "failed");
  expect(runs(Number(readFileSync(child, "utf8")))).toBe(false);
});

test("a task has its whole grace even when the shell around it ends at once", async () => {
  const { launch, agents, state } = await machine();
  const gentle = program(
    'process.on("SIGTERM", () => setTimeout(() => { console.log("saved"); process.exit(); }, 300)); setInterval(() => {}, 1000); console.log("up")',
  );
  await launch({
    taskId: "a__1",
    command: { ...gentle.command, value: `${gentle.command.value.replace("exec", "")}; echo never` },
  });
  while (!(await read(agents.log?.({ node: "broker-0" }))).includes("up")) await sleep(10);
  await agents.stop("a__1", signal);
  await state("a__1", "stopped");
  expect(await read(agents.log?.({ node: "broker-0" }))).toContain("saved");
});

test("a full disk hides no end of a task, and does not prevent a stop", async () => {
  const store = memoryStore();
  let isFull = false;
  const write: Store["write"] = (changes) => {
    if (isFull) throw new Error("database or disk is full");
    store.write(changes);
  };
  const { launch, agents, state } = await machine({ store: { ...store, write } });
  await launch({ taskId: "a__1" });
  const { pid = 0 } = await launch({ taskId: "b__1", node: "broker-1" });
  isFull = true;
  process.kill(pid, "SIGKILL");
  await state("b__1", "failed");
  await agents.stop("a__1", signal);
  await state("a__1", "stopped");
  await expect(launch({ taskId: "c__1", node: "broker-2" })).rejects.toThrow("database or disk is full");
});

test("a missing volume that a task has run on is not created again", async () => {
  const { launch, begin, agents, state, folder } = await machine();
  const volume = join(folder, "kafka/volumes/broker-0__v");
  await launch({ taskId: "a__1", volumes: { data: { name: "broker-0__v", kept: false } } });
  await agents.stop("a__1", signal);
  await state("a__1", "stopped");
  rmSync(volume, { recursive: true });
  await begin({ taskId: "a__2", volumes: { data: { name: "broker-0__v", kept: true } } });
  expect(await state("a__2", "failed")).toMatchObject({
    lost: "broker-0__v",
    reason: `the volume broker-0__v of broker-0 is missing; restore the folder ${volume} and restart the node`,
  });
  expect(existsSync(volume)).toBe(false);
});

test("a launch that is cancelled starts nothing, and its stop is confirmed", async () => {
  const { agents, folder, state } = await machine();
  const starts = join(folder, "starts");
  const controller = new AbortController();
  const launch = agents.launch(taskOf({ taskId: "a__1", ...command(`echo > "${starts}"`) }), controller.signal);
  controller.abort();
  await expect(launch).rejects.toThrow();
  await agents.stop("a__1", signal);
  await state("a__1", "stopped");
  expect(existsSync(starts)).toBe(false);
  expect(readdirSync(join(folder, "kafka/tasks"))).toEqual([]);
});

test("a task that hangs is reported as unhealthy, and as healthy when it answers again", async () => {
  const { launch, agents, state, reported } = await machine();
  const server = "require(`net`).createServer((s) => s.on(`data`, () => s.write(`yes`))).listen(process.env.CLIENT)";
  const { pid = 0 } = await launch({
    taskId: "a__1",
    resources: resources({ client: 0 }),
    healthCheck: { port: "client", send: "aGVsbG8=", interval: 0.1, timeout: 0.3, failures: 2 },
    ...program(server),
  });
  const health = () => reported.flatMap((each) => (each.state === "running" ? [each.unhealthy] : []));
  await until("its first answers", () => health().length > 0 && health().at(-1) === undefined);
  process.kill(pid, "SIGSTOP");
  await until("that it hangs", () => health().at(-1)?.startsWith("it failed to answer on its port client"));
  process.kill(pid, "SIGCONT");
  await until("its answers after that", () => health().at(-1) === undefined);
  await agents.stop("a__1", signal);
  await state("a__1", "stopped");
  expect(runs(pid)).toBe(false);
});

test("a task whose health check is a command is checked by it, also after a restart of the service", async () => {
  const { launch, reopen, state, reported, folder } = await machine();
  const isWell = join(folder, "well");
  writeFileSync(isWell, "");
  await launch({
    taskId: "a__1",
    environment: { WELL: isWell },
    healthCheck: { command: '[ -e "$WELL" ] && [ -e name ]', interval: 0.05, timeout: 1, failures: 2 },
    files: [{ name: "name", "relative-path": "name", "template-content": "" }],
  });
  const health = () => reported.flatMap((each) => (each.state === "running" ? [each.unhealthy] : []));
  rmSync(isWell);
  await until("its first report", () => health().at(-1)?.startsWith("its health check has failed"));
  writeFileSync(isWell, "");
  await until("its recovery", () => health().at(-1) === undefined);
  await reopen(["a__1"]);
  rmSync(isWell);
  await until("its second report", () => health().at(-1)?.startsWith("its health check has failed"));
  expect(await state("a__1", "running")).toMatchObject({ state: "running" });
});

test("a secret is only in a file that the user alone can read, and only while the task runs", async () => {
  const { launch, agents, state, folder, store } = await machine();
  const { pid = 0 } = await launch({
    taskId: "a__1",
    secrets: { PASSWORD: "sesame" },
    files: [{ name: "agent", "relative-path": "conf/agent", "template-content": "password={{PASSWORD}}\n" }],
  });
  const file = join(folder, "kafka/tasks/a__1/sandbox/conf/agent");
  expect(readFileSync(file, "utf8")).toBe("password=sesame\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  if (process.platform === "linux") {
    for (const what of ["environ", "cmdline"]) expect(readFileSync(`/proc/${pid}/${what}`, "utf8")).not.toContain("sesame");
  }
  expect(JSON.stringify([...store.entries("")])).not.toContain("sesame");
  await agents.stop("a__1", signal);
  await state("a__1", "stopped");
  expect(existsSync(file)).toBe(false);
});

test("a task beside another works on its volume, which is not deleted meanwhile, and is adopted by the next service", async () => {
  const { launch, begin, agents, state, reopen, folder } = await machine();
  const volumes = { data: { name: "broker-0__v", kept: false } };
  const placement = await launch({ taskId: "a__1", ...command("echo written > data/file; exec sleep 1000"), volumes });
  await until("the file", () => existsSync(join(folder, "kafka/volumes/broker-0__v/file")));
  const kept = { data: { name: "broker-0__v", kept: true } };
  const sidecar = { oneShot: true, sidecar: true, on: placement, volumes: kept, task: "upload" } as const;
  const waits = "cp data/file data/copy; while [ ! -e data/go ]; do sleep 0.02; done; cat data/copy > data/done";
  const { pid } = await launch({ taskId: "b__1", ...sidecar, ...command(waits) });
  const file = (name: string) => join(folder, "kafka/volumes/broker-0__v", name);
  await until("the copy", () => existsSync(file("copy")) && readFileSync(file("copy"), "utf8") === "written\n");
  // The volume keeps its one exclusive owner while a sidecar task uses it.
  await expect(begin({ taskId: "c__1", volumes: kept })).rejects.toThrow("is in use by the process");
  await agents.stop("a__1", signal);
  await state("a__1", "stopped");
  await expect(agents.deleteVolume("broker-0__v", signal)).rejects.toThrow(`is still in use (processes ${pid}`);
  const found = await reopen(["b__1"]);
  expect(found).toMatchObject([{ taskId: "b__1", state: "running" }]);
  writeFileSync(file("go"), "");
  await state("b__1", "finished");
  expect(readFileSync(file("done"), "utf8")).toBe("written\n");
});

test("the files of a task can be read only by its user, whatever the umask of the service is", async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const { launch, folder, state } = await machine();
  const volumes = { data: { name: "broker-0__v", kept: false } };
  const write = "mkdir tmp; echo x > data/file; echo y > tmp/file; echo written";
  await launch({ taskId: "broker-0-node__1", volumes, ...command(`${write}; exec sleep 1000`) });
  await launch({ taskId: "broker-1-format__1", task: "format", oneShot: true, ...command(write.replace("data", ".")) });
  await state("broker-1-format__1", "finished");
  const paths = () => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
  await expect.poll(() => paths().filter((path) => path.endsWith("tmp/file")).length).toBe(2);
  expect(paths().filter((path) => !lstatSync(path).isSymbolicLink() && (statSync(path).mode & 0o077) !== 0)).toEqual([]);
});

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { isReeveError } from "@reeve/contract";
import type { Address } from "@reeve/orchestrator/runtime";
import { expect, onTestFinished, test } from "vitest";
import type { ApiClient } from "../src/api/client.ts";
import { openReach } from "../src/reach.ts";
import { type Instance, type InstanceOptions, openInstance } from "./support/instance.ts";

const ADDRESS = { host: "broker-0.kafka.tests.svc.cluster.local", port: 9092 };

interface Outside extends Instance {
  /** The commands that have run in pods, each after the name of its pod. */
  readonly commands: readonly string[];
  readonly processes: readonly ChildProcessWithoutNullStreams[];
  reach(): Promise<Address>;
}

/** An instance whose service is outside the cluster. Each connection to a node is a program of this machine. */
async function outside([program = "cat", ...args]: readonly string[] = [], options: InstanceOptions = {}): Promise<Outside> {
  const instance = await openInstance(options);
  const commands: string[] = [];
  const processes: ChildProcessWithoutNullStreams[] = [];
  instance.cluster.streams.run = (pod, command) => {
    commands.push([pod, ...command].join(" "));
    const child = spawn(program, args);
    processes.push(child);
    return child;
  };
  onTestFinished(() => void processes.map((each) => each.kill("SIGKILL")));
  const reach = () => instance.agents.reach?.(ADDRESS) ?? Promise.reject(new Error("the runtime offers no way"));
  return { ...instance, commands, processes, reach };
}

/** Starts the node, and returns the name of its pod. */
async function start({ launch, state, cluster }: Instance): Promise<string> {
  const { taskId } = await launch();
  await state(taskId, "running");
  return cluster.objects("pods")[0]?.metadata.name ?? "";
}

/** Returns the first bytes with which a node responds; empty if the connection is closed. */
async function ask(port: number, request: string): Promise<string> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.write(request);
  return new Promise((resolve) => {
    socket.once("close", () => resolve(""));
    socket.once("data", (response) => {
      resolve(String(response));
      socket.destroy();
    });
  });
}

test("a service outside the cluster connects to a node through a program in its pod, also after the node has another pod", async () => {
  const node = await outside();
  const first = await start(node);
  const { host, port } = await node.reach();
  expect(host).toBe("127.0.0.1");
  expect(await ask(port, "hello")).toBe("hello");
  const command = `/bin/sh -c exec nc "$(hostname -i)" 9092`;
  expect(new Set(node.commands)).toEqual(new Set([`${first} ${command}`]));
  const [taskId = ""] = node.reported.map((each) => each.taskId);
  await node.agents.stop(taskId, new AbortController().signal);
  await node.state(taskId, "stopped");
  expect(await ask(port, "hello")).toBe("");
  const second = await start(node);
  expect(second).not.toBe(first);
  expect(await node.reach()).toEqual({ host, port });
  expect(await ask(port, "again")).toBe("again");
  expect(node.commands.at(-1)).toBe(`${second} ${command}`);
});

test("when one side closes a connection, the other side learns of it", async () => {
  const node = await outside(["/bin/sh", "-c", "head -c 5 > /dev/null; printf bye"]);
  await start(node);
  const { port } = await node.reach();
  const socket = connect(port, "127.0.0.1");
  socket.write("hello");
  expect(await text(socket)).toBe("bye");
  const other = connect(port, "127.0.0.1");
  await expect.poll(() => node.processes.length).toBe(3);
  const ended = once(node.processes[2] ?? process, "exit");
  other.destroy();
  await ended;
});

test("a connection ends with the program in the pod", async () => {
  const node = await outside();
  await start(node);
  const { port } = await node.reach();
  const socket = connect(port, "127.0.0.1");
  socket.write("one");
  expect(String((await once(socket, "data"))[0])).toBe("one");
  const closed = once(socket, "close");
  for (const each of node.processes) each.kill("SIGKILL");
  await closed;
});

test("a node that does not answer closes the connection, which is no lack of a permission", async () => {
  const node = await outside(["false"]);
  await start(node);
  expect(await ask((await node.reach()).port, "hello")).toBe("");
  expect(await ask((await node.reach()).port, "hello")).toBe("");
});

test("without the permission, the reason names it; once it is granted, the node is reached", async () => {
  const node = await outside();
  await start(node);
  const forbidden = 'pods "kafka-broker-0" is forbidden: User "u" cannot get resource "pods/exec"';
  node.cluster.fail({ request: "CONNECT exec", status: 403, message: forbidden, times: 2 });
  for (const _ of [1, 2]) {
    const refused = await node.reach().catch((error: unknown) => error);
    expect(isReeveError(refused, "conflict")).toBe(true);
    expect(String(refused)).toMatch(/lacks the permission for pods\/exec \(get and create\).*cannot get resource/);
  }
  const { port } = await node.reach();
  expect(await ask(port, "hello")).toBe("hello");
  node.cluster.fail({ request: "CONNECT exec", status: 403, message: forbidden, times: 2 });
  expect(await ask(port, "hello")).toBe("");
  await expect(node.reach()).rejects.toThrow("lacks the permission");
});

test("the operator learns once that clients outside the cluster cannot connect", async () => {
  const warnings: string[] = [];
  const node = await outside([], {
    log: (level, event) => {
      if (level === "warn") warnings.push(event);
    },
  });
  expect(warnings).toEqual([]);
  await node.reach();
  await node.reach();
  expect(warnings).toEqual([expect.stringContaining("clients outside the cluster cannot connect")]);
});

test("an API server that does not answer holds up no use of a port", async () => {
  const exec = (_pod: string, _command: readonly string[], signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const client = { exec } as unknown as ApiClient;
  const reach = openReach({ client, domain: "cluster.invalid", podAt: () => "pod", isFar: () => undefined });
  onTestFinished(() => reach.close());
  expect((await reach.to({ host: "broker-0.kafka.invalid", port: 9092 })).host).toBe("127.0.0.1");
});

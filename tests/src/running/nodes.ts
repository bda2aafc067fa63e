import type { BrokerClient } from "@reeve/broker-client";
import { type FileSystemClient, isReeveError, type NodeInfo } from "@reeve/file-system-client";
import type { WideColumnClient } from "@reeve/wide-column-client";
import { expect, vi } from "vitest";
import { often, soon } from "./cluster.ts";
import type { Page } from "./ledger.ts";

type Pods = BrokerClient<"R3">["pods"] | FileSystemClient<"V1">["pods"] | FileSystemClient<"V2">["pods"];
type Pausable = BrokerClient<"R3">["pods"] | FileSystemClient<"V1">["pods"];

type OwnNodes = BrokerClient["nodes"] | FileSystemClient["nodes"] | WideColumnClient["nodes"];

const isMain = (name: string) => name.endsWith("-node");

/** The agent of a node, and the id of its current task. */
function placeOf(info: NodeInfo): { readonly agent: string | undefined; readonly task: string | undefined } {
  const main = info.find((task) => isMain(task.info.name));
  return { agent: main?.info.slaveId?.value, task: main?.info.taskId.value };
}

/** Restarts a node, which keeps its agent, and replaces the node, which moves to another agent. */
export async function restartAndReplace({ asked }: Page, pods: Pods, nodes: readonly string[]): Promise<void> {
  const [node = "", other = ""] = nodes;
  await asked("pods.list", pods.list(), (list) => expect(list).toEqual(expect.arrayContaining([...nodes])));
  await asked("pods.info", pods.info({ node }), (info) => {
    const main = info.find((task) => isMain(task.info.name));
    expect([main?.info.name, main?.status?.state]).toEqual([`${node}-node`, "TASK_RUNNING"]);
  });
  await expect(pods.info({ node: node.replace(/\d+$/, "99") })).rejects.toSatisfy((error) => isReeveError(error, "not-found"));
  const place = async (which: string) => placeOf(await pods.info({ node: which }));
  const first = await place(node);
  const elsewhere = await place(other);
  await asked("pods.restart", pods.restartAndWait({ node }, often), ({ pod }) => expect(pod).toBe(node));
  const restarted = await place(node);
  expect([restarted.agent, restarted.task === first.task]).toEqual([first.agent, false]);
  await asked("pods.replace", pods.replaceAndWait({ node }, often), ({ tasks }) => expect(tasks).toContain(`${node}-node`));
  const replaced = await place(node);
  expect([replaced.agent === first.agent, replaced.task === restarted.task]).toEqual([false, false]);
  expect(await place(other)).toEqual(elsewhere);

  const turns: string[] = [];
  const oneByOne = { ...often, onNode: ({ node: each }: { readonly node: string }) => turns.push(each) };
  expect(await pods.restartAllAndWait({ nodes }, oneByOne)).toEqual(nodes);
  expect(turns).toEqual(nodes);
  expect((await place(other)).task).not.toBe(elsewhere.task);
}

/** Calls Reeve's own operations on nodes, which every kind and revision has: show, restart, replace and pause. */
export async function useOwnNodes({ asked }: Page, nodes: OwnNodes, node: string): Promise<void> {
  await asked("nodes.list", nodes.list(), (list) => {
    expect(list.find((each) => each.node === node)).toMatchObject({ state: "running", internal: false, differs: [] });
  });
  // Simulated nodes without traffic use no resources.
  await asked("nodes.usage", nodes.usage(), (used) => expect(used).toEqual([]));
  const shown = () => nodes.show({ node });
  const first = await asked("nodes.show", shown(), ({ tasks }) => expect(tasks.at(-1)?.state).toBe("running"));
  await asked("nodes.restart", nodes.restartAndWait({ node }, often), ({ pod }) => expect(pod).toBe(node));
  const restarted = await shown();
  expect([restarted.state, restarted.agent, restarted.volumes]).toEqual(["running", first.agent, first.volumes]);
  expect(restarted.tasks.at(-1)?.taskId).not.toBe(first.tasks.at(-1)?.taskId);
  const force = "data-loss";
  await asked("nodes.replace", nodes.replaceAndWait({ node, force }, often), ({ pod }) => expect(pod).toBe(node));
  const replaced = await shown();
  expect([replaced.state, replaced.agent === restarted.agent]).toEqual(["running", false]);
  expect(replaced.volumes).not.toEqual(restarted.volumes);
  await asked("nodes.pause", nodes.pause({ node }), ({ message }) => expect(message).toContain("restart"));
  const isPaused = async () => expect((await nodes.list()).find((each) => each.node === node)).toMatchObject({ state: "paused" });
  await vi.waitFor(isPaused, soon);
  await nodes.restartAndWait({ node }, often);
}

/** Pauses a node and resumes it. */
export async function pauseAndBringBack({ asked }: Page, pods: Pausable, node: string): Promise<void> {
  const running = async () => {
    const info = await pods.info({ node });
    return info.filter(({ status }) => status?.state === "TASK_RUNNING").map(({ info }) => info);
  };
  const [before] = await running();
  await asked("pods.pause", pods.pause({ node }), ({ pod, message }) => {
    expect(pod).toBe(node);
    expect(message).toContain("restart");
  });
  // The task that idles has the name of the one that it replaces.
  await vi.waitFor(async () => {
    const [idle, ...others] = await running();
    expect([idle?.name, others]).toEqual([`${node}-node`, []]);
    expect(idle?.taskId.value).not.toBe(before?.taskId.value);
  }, soon);
  await pods.restartAndWait({ node }, often);
  expect((await running()).map(({ name }) => name)).toEqual([`${node}-node`]);
}

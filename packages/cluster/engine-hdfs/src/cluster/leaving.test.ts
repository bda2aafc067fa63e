import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { nameNodeBean, runningNode, servingBeans } from "../../test/fake-daemons.ts";
import { EXCLUDED } from "../specs/templates.ts";
import type { Calls } from "./calls.ts";
import { openExclusionLists } from "./exclusion-lists.ts";
import { forgetsDeparted, isDecommissioned, mayStartData } from "./leaving.ts";
import { hdfsMembersOf } from "./members.ts";
import { activeOf, askNames } from "./name-nodes.ts";

const signal = new AbortController().signal;

/** Makes a fake name node whose data nodes the test sets. */
async function nameNode(index: number, dataNodes: Record<string, object>, decommissioning: Record<string, object> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "reeve-name-"));
  writeFileSync(join(folder, EXCLUDED), "");
  const http = await servingBeans(() => [
    nameNodeBean("NameNodeStatus", { State: index === 0 ? "active" : "standby" }),
    nameNodeBean("NameNodeInfo", {
      LiveNodes: JSON.stringify(dataNodes),
      DecomNodes: JSON.stringify(decommissioning),
      NameDirStatuses: JSON.stringify({ active: { [folder]: "IMAGE_AND_EDITS" }, failed: {} }),
    }),
  ]);
  const list = () => readFileSync(join(folder, EXCLUDED), "utf8");
  return { view: runningNode("name", index, { "name-http": http }), list, folder };
}

function contextOf(...nodes: readonly NodeView[]) {
  const refreshed: string[] = [];
  const calls = { refreshNodes: async ({ node }) => void refreshed.push(node.id) } as Partial<Calls> as Calls;
  return { members: hdfsMembersOf({ nodes: () => nodes }), calls, lists: openExclusionLists({}), refreshed };
}

const data = runningNode("data", 3, { "data-rpc": 9012 });
const seen = (adminState: string) => ({ a: { xferaddr: "127.0.0.1:9012", lastContact: 1, adminState } });

test("a data node that leaves is put on the list of each name node once, and stops when its blocks are elsewhere", async () => {
  const nodes: Record<string, object> = seen("Decommission In Progress");
  const left = { a: { xferaddr: "127.0.0.1:9012", underReplicatedBlocks: 12 } };
  const [first, second] = [await nameNode(0, nodes, left), await nameNode(1, nodes)];
  const context = contextOf(first.view, second.view, data);
  const leaves = () => isDecommissioned(data, context, signal);
  expect(await leaves()).toEqual({
    ready: false,
    reason: "it is being decommissioned: 12 blocks have yet to be copied to other data nodes",
  });
  expect([first.list(), second.list()]).toEqual(["127.0.0.1:9012\n", "127.0.0.1:9012\n"]);
  expect(context.refreshed).toEqual(["name-0", "name-1"]);
  Object.assign(nodes, seen("Decommissioned"));
  expect(await leaves()).toEqual({ ready: true });
  expect(context.refreshed).toHaveLength(2);
});

test("while a name node does not answer, no data node is decommissioned: it could become active without the list", async () => {
  const first = await nameNode(0, seen("In Service"));
  const context = contextOf(first.view, runningNode("name", 1, { "name-http": 1 }), data);
  expect(await isDecommissioned(data, context, signal)).toMatchObject({ reason: expect.stringContaining("name-1") });
  expect(context.refreshed).toEqual([]);
});

test("a new data node starts at the address of one that has left once that one is forgotten, and is not decommissioned", async () => {
  const nodes: Record<string, object> = seen("Decommissioned");
  const first = await nameNode(0, nodes);
  writeFileSync(join(first.folder, EXCLUDED), "127.0.0.1:9009\n127.0.0.1:9012\n");
  const context = contextOf(first.view, data);
  const mayStart = () => mayStartData(data, context, signal);
  expect(await mayStart()).toMatchObject({ ready: false });
  delete nodes.a;
  expect(await mayStart()).toEqual({ ready: true });
  expect(first.list()).toBe("127.0.0.1:9009\n");
  expect(context.refreshed).toEqual(["name-0"]);
  expect(existsSync(join(first.folder, `${EXCLUDED}.new`))).toBe(false);
});

test("a name node that has not read its list is asked to read it again", async () => {
  const name = await nameNode(0, seen("In Service"));
  writeFileSync(join(name.folder, EXCLUDED), "127.0.0.1:9012\n");
  const context = contextOf(name.view, data);
  expect(await isDecommissioned(data, context, signal)).toEqual({ ready: false, reason: "it is being decommissioned" });
  expect(context.refreshed).toEqual(["name-0"]);
});

/** Makes data nodes in pods: each has a stable name, and the given IP address. */
const podsAt = (...ips: readonly string[]) =>
  ips.map((ip, index) => {
    const node = runningNode("data", index, { "data-rpc": 9003 });
    const host = `data-${index}.files.tests.svc.cluster.local`;
    return { ...node, identity: { ...node.identity, host }, placement: { ...node.placement, addresses: [host, ip] } };
  }) as readonly NodeView[];

const registered = (ip: string, adminState = "In Service") => ({
  [ip]: { xferaddr: `${ip}:9003`, lastContact: 1, adminState },
});

/** Asks whether the name node has forgotten departed data nodes. */
async function forgets(context: ReturnType<typeof contextOf>) {
  const names = await askNames(context.members, signal);
  const active = activeOf(names);
  if (!active) throw new Error("no name node is active");
  return forgetsDeparted(active, names, context, signal);
}

test("the address of a replaced pod is put on the list once, and its blocks count when they have been copied", async () => {
  const nodes: Record<string, object> = {
    ...registered("10.0.0.7"),
    ...registered("10.0.0.8"),
    ...registered("10.0.0.5"),
  };
  const name = await nameNode(0, nodes);
  writeFileSync(join(name.folder, EXCLUDED), "10.0.0.4:9003\n");
  const context = contextOf(name.view, ...podsAt("10.0.0.7", "10.0.0.8"));
  const reason = "the blocks of the departed data node at 10.0.0.5:9003 are being copied";
  expect(await forgets(context)).toEqual({ ready: false, reason });
  expect(name.list()).toBe("10.0.0.5:9003\n");
  Object.assign(nodes, registered("10.0.0.5", "Decommission In Progress"));
  expect(await forgets(context)).toEqual({ ready: false, reason });
  expect(context.refreshed).toEqual(["name-0"]);
  Object.assign(nodes, registered("10.0.0.5", "Decommissioned"));
  expect(await forgets(context)).toEqual({ ready: true });
});

test("a pod that gets an address on the list is taken off the list", async () => {
  const name = await nameNode(0, { ...registered("10.0.0.7"), ...registered("10.0.0.8", "Decommission In Progress") });
  writeFileSync(join(name.folder, EXCLUDED), "10.0.0.8:9003\n");
  const context = contextOf(name.view, ...podsAt("10.0.0.7", "10.0.0.8"));
  expect(await forgets(context)).toEqual({ ready: true });
  expect(name.list()).toBe("");
  expect(context.refreshed).toEqual(["name-0"]);
});

test("while a pod has not registered, no address is taken for that of a departed data node", async () => {
  const name = await nameNode(0, { ...registered("10.0.0.7"), ...registered("10.0.0.5") });
  const context = contextOf(name.view, ...podsAt("10.0.0.7", "10.0.0.8"));
  expect(await forgets(context)).toEqual({ ready: true });
  expect(name.list()).toBe("");
});

test("a leaving pod stays on the list", async () => {
  const name = await nameNode(0, { ...registered("10.0.0.7"), ...registered("10.0.0.8", "Decommission In Progress") });
  writeFileSync(join(name.folder, EXCLUDED), "10.0.0.8:9003\n");
  const [stays, leaves] = podsAt("10.0.0.7", "10.0.0.8");
  const context = contextOf(name.view, stays as NodeView, { ...leaves, leaving: true } as NodeView);
  expect(await forgets(context)).toEqual({ ready: true });
  expect(name.list()).toBe("10.0.0.8:9003\n");
});

import { createFileSystemClient, type FileSystemClient, type TargetConfiguration } from "@reeve/file-system-client";
import { fileSystemApi } from "@reeve/file-system-models";
import { readSite } from "@reeve/site-xml";
import { expect } from "vitest";
import { type Cluster, FAST, often, SLOW } from "./cluster.ts";
import type { Ledger, Page } from "./ledger.ts";
import { pauseAndBringBack, restartAndReplace, useOwnNodes } from "./nodes.ts";
import { controlNamedPlans, interruptAndGoOn, seeDeployed } from "./plans.ts";

const nodes = ["data-0", "name-1"];
const handlers = { DATA_NODE_HANDLER_COUNT: 12 };

/** Returns a function that checks the name and the node types of a target configuration. */
const asTarget = (service: string) => (target: TargetConfiguration) => {
  expect(target.name).toBe(service);
  expect(target["pod-specs"].map(({ type }) => type)).toEqual(["journal", "name", "fc", "data"]);
};

/** Calls every operation of V1, which has named plans and the history of configurations. */
export async function runV1(cluster: Cluster, ledger: Ledger, access: string): Promise<void> {
  const service = "hdfs-v1";
  const page = ledger.page(fileSystemApi, "V1", access);
  const { asked, onAnswer } = page;
  const client = createFileSystemClient({
    ...cluster.reach,
    service,
    revision: "V1",
    onAnswer,
  });
  const { plans, pods, configurations, endpoints } = client;
  const fast = () => cluster.change(service, { pace: FAST });
  await seeDeployed(page, plans);
  await cluster.change(service, { pace: SLOW, settings: handlers });
  await interruptAndGoOn(page, plans, fast);
  const target = await asked("configurations.target", configurations.target(), asTarget(service));
  await asked("configurations.inspect", configurations.inspect(), asTarget(service));
  const ids = await asked("configurations.list", configurations.list(), (list) => expect(list).toHaveLength(2));
  await asked("configurations.show", configurations.show({ id: ids[1] ?? "" }), (last) => expect(last).toEqual(target));
  expect(await configurations.show({ id: ids[0] ?? "" })).not.toEqual(target);
  await readDocuments(page, endpoints);
  await readStatus(page, client.status);
  await restartAndReplace(page, pods, nodes);
  await pauseAndBringBack(page, pods, "journal-1");
  await useOwnNodes(page, client.nodes, "data-2");
  cluster.kill(service, "data-2");
  await plans.wait({ plan: "recovery" }, often);
  await controlNamedPlans(page, plans, { fast, slowly: () => cluster.change(service, { pace: SLOW }) });
}

/** Calls every operation of V2, which has one plan, and routes of its own for the documents. */
export async function runV2(cluster: Cluster, ledger: Ledger, access: string): Promise<void> {
  const service = "hdfs-v2";
  const page = ledger.page(fileSystemApi, "V2", access);
  const { asked, onAnswer } = page;
  const { plans, pods, configurations, endpoints, status } = createFileSystemClient({
    ...cluster.reach,
    service,
    revision: "V2",
    onAnswer,
  });
  await seeDeployed(page, plans);
  await cluster.change(service, { pace: SLOW, settings: handlers });
  await interruptAndGoOn(page, plans, () => cluster.change(service, { pace: FAST }));
  await asked("configurations.target", configurations.target(), asTarget(service));
  await asked("configurations.inspect", configurations.inspect(), asTarget(service));
  await readDocuments(page, endpoints);
  await readStatus(page, status);
  await restartAndReplace(page, pods, nodes);
}

/** Reads the active name node, the used space, and the number of under-replicated blocks. */
async function readStatus({ asked }: Page, { show }: FileSystemClient["status"]): Promise<void> {
  await asked("status.show", show(), (status) => {
    expect(status.name_nodes[status.active ?? ""]).toBe("active");
    expect(status.data_nodes).toEqual({ live: 3, decommissioning: 0 });
    expect(status.blocks).toEqual({ all: 12, under_replicated: 0, missing: 0 });
    expect(status.space?.used).toBe(12 * 3 * 128 * 2 ** 20);
  });
}

/** Reads the documents for clients of the file system. */
async function readDocuments({ asked }: Page, { fsSite, coreSite }: FileSystemClient["endpoints"]): Promise<void> {
  await asked("endpoints.fsSite", fsSite(), (text) => expect(readSite(text).get("dfs.datanode.handler.count")).toBe("12"));
  await asked("endpoints.coreSite", coreSite(), (text) => expect(readSite(text).get("fs.default.name")).toMatch(/^hdfs:/));
}

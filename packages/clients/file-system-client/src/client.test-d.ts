import type { OperationsIn } from "@reeve/contract";
import type { FileSystemRevision, fileSystemApi } from "@reeve/file-system-models";
import { expectTypeOf, test } from "vitest";
import { createFileSystemClient, type FileSystemClient, type NodeInfo, type ReadSiteDocument, type SiteXml } from "./index.ts";
import { createFileSystemDouble } from "./testing.ts";

const reach = { url: "https://cluster.example", service: "hdfs" };

test("a client has exactly what its revision has", () => {
  type In<Revision extends FileSystemRevision> = OperationsIn<typeof fileSystemApi, Revision>;
  expectTypeOf<keyof FileSystemClient<"V1">>().toEqualTypeOf<keyof In<"V1">>();
  expectTypeOf<keyof FileSystemClient<"V2">>().toEqualTypeOf<keyof In<"V2">>();
  expectTypeOf<keyof FileSystemClient<"V2">["pods"]>().toEqualTypeOf<
    keyof In<"V2">["pods"] | "restartAndWait" | "replaceAndWait" | "restartAllAndWait"
  >();
  expectTypeOf<"plans" | "pods" | "configurations">().toExtend<keyof FileSystemClient<"V1">>();
  expectTypeOf<"list" | "info" | "restart" | "replace">().toExtend<keyof FileSystemClient<"V2">["pods"]>();
  expectTypeOf(createFileSystemClient(reach)).toEqualTypeOf<FileSystemClient>();
  expectTypeOf(createFileSystemClient({ ...reach, revision: "V1" }).pods.pause).toBeFunction();
  const v2 = createFileSystemClient({ ...reach, revision: "V2" });
  // @ts-expect-error: V2 does not pause nodes
  v2.pods.pause;
  // @ts-expect-error: there is no V3
  createFileSystemClient({ ...reach, revision: "V3" });
});

test("inputs and outputs", () => {
  const v2 = createFileSystemClient({ ...reach, revision: "V2" });
  expectTypeOf(v2.endpoints.fsSite).returns.resolves.toEqualTypeOf<SiteXml>();
  expectTypeOf<SiteXml>().toEqualTypeOf<string>();
  expectTypeOf(v2.endpoints.readFsSite).returns.resolves.toEqualTypeOf<ReadSiteDocument>();
  expectTypeOf(v2.pods.info).returns.resolves.toEqualTypeOf<NodeInfo>();
  // @ts-expect-error: nodes are named by their id
  v2.pods.info({ node: 0 });
});

test("a double answers what its revision answers", () => {
  createFileSystemDouble("V2", { "endpoints.fsSite": "<configuration/>" });
  // @ts-expect-error: V2 does not pause nodes
  createFileSystemDouble("V2", { "pods.pause": {} });
});

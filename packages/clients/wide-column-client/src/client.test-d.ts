import type { wideColumnApi } from "@reeve/wide-column-models";
import { expectTypeOf, test } from "vitest";
import { createWideColumnClient, type NodeStatus, type Started, type WideColumnClient } from "./index.ts";
import { createWideColumnDouble } from "./testing.ts";

const client = createWideColumnClient({ url: "https://cluster.example", service: "cassandra" });

test("a client has the operations of the one revision, and what takes more than one call", () => {
  expectTypeOf(client).toEqualTypeOf<WideColumnClient>();
  type All = (typeof wideColumnApi)["operations"];
  expectTypeOf<keyof WideColumnClient>().toEqualTypeOf<keyof All>();
  expectTypeOf<keyof WideColumnClient["restore"]>().toEqualTypeOf<keyof All["restore"] | "startAndWait" | "wait">();
  expectTypeOf<"connection" | "plans" | "nodes" | "cleanup" | "repair" | "backup" | "restore">().toExtend<keyof WideColumnClient>();
  expectTypeOf<"start" | "status">().toExtend<keyof WideColumnClient["restore"]>();
  // @ts-expect-error: the one revision is W1
  createWideColumnClient({ url: "https://cluster.example", service: "cassandra", revision: "W2" });
});

test("inputs and outputs", () => {
  expectTypeOf(client.nodes.status).toBeCallableWith({ node: 0 });
  expectTypeOf(client.nodes.status).toBeCallableWith({ node: "node-0" });
  expectTypeOf(client.nodes.status).returns.resolves.toEqualTypeOf<NodeStatus>();
  expectTypeOf(client.repair.startAndWait).returns.resolves.toEqualTypeOf<Started>();
  // @ts-expect-error: nodes are needed
  client.repair.start({ key_spaces: ["demo"] });
  // @ts-expect-error: all four fields are needed
  client.backup.start({ backup_name: "b" });
  // @ts-expect-error: fields keep their wire names
  client.repair.start({ nodes: ["*"], keySpaces: ["demo"] });
});

test("a double answers what the database answers", () => {
  createWideColumnDouble({ "nodes.status": { mode: "NORMAL" } });
  // @ts-expect-error: a node has a mode
  createWideColumnDouble({ "nodes.status": {} });
});

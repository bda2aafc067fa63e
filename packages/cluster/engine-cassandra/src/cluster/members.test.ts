import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { membersOf } from "./members.ts";
import { nodeCertificates } from "./node-certificates.ts";

const ports = { native: 9042, storage: 7000, agent: 8778 };

function memberAt(...addresses: readonly string[]) {
  const node = {
    id: "node-0",
    tasks: [],
    spec: { "task-specs": [] },
    placement: { addresses, ports },
  } as unknown as NodeView;
  const members = membersOf({ nodes: () => [node], secret: () => "" }, nodeCertificates(undefined));
  const { peer, native } = members.of(node) ?? {};
  return { peer, host: native?.host };
}

test("a node is reached by its name, and other nodes know it by its IP address", () => {
  const name = "node-0.cassandra.tests.svc.cluster.local";
  expect(memberAt(name, "10.88.0.7")).toEqual({ peer: "10.88.0.7:7000", host: name });
  expect(memberAt("127.1.0.1")).toEqual({ peer: "127.1.0.1:7000", host: "127.1.0.1" });
});

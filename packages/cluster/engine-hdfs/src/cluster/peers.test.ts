import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { failoverCall } from "./calls.ts";
import { hdfsMembersOf, registeredAddress } from "./members.ts";
import { controllerHost, controllerPort, peersOf } from "./peers.ts";

const node = (podType: string, index: number, host: string): NodeView =>
  ({ id: `${podType}-${index}`, podType, index, identity: { host, ports: {} } }) as unknown as NodeView;

const pod = (podType: string, index: number) => node(podType, index, `${podType}-${index}.files.tests.svc.cluster.local`);

const here = hdfsMembersOf({
  nodes: () => [0, 1].flatMap((index) => [node("name", index, `127.1.0.${index}`), node("fc", index, "127.0.0.1")]),
});
const inPods = hdfsMembersOf({ nodes: () => [0, 1].flatMap((index) => [pod("name", index), pod("fc", index)]) });

test("a failover controller on this machine listens at the host of its name node, and a pod at its own", () => {
  expect([0, 1].map((index) => controllerHost(index, here))).toEqual(["127.1.0.0", "127.1.0.1"]);
  const host = "fc-1.files.tests.svc.cluster.local";
  expect(controllerHost(1, inPods)).toBe(host);
  expect(controllerPort(1, inPods)).toBe(8019);
  expect(peersOf("fc", inPods)).toMatchObject({ FC_1_HOST: host });
});

test("on this machine the controller of the next active name node is asked to fail over, and in pods that of the current one", () => {
  expect(failoverCall(1, here)).toEqual({ host: "127.1.0.1", port: 8019, method: "gracefulFailover" });
  expect(failoverCall(1, inPods)).toMatchObject({ host: "fc-0.files.tests.svc.cluster.local", method: "cedeActive" });
});

test("only pods are told that they have stable names", () => {
  expect(peersOf("name", inPods)).toMatchObject({ STABLE_NAMES: "true" });
  expect(peersOf("name", here)).not.toHaveProperty("STABLE_NAMES");
});

test("a name node knows a data node by the IP address of its pod", () => {
  const placed = (...addresses: readonly string[]) =>
    registeredAddress({ placement: { addresses, ports: { "data-rpc": 9003 } } as unknown as NodeView["placement"] });
  expect(placed("data-0.files.tests.svc.cluster.local", "10.0.0.7")).toBe("10.0.0.7:9003");
  expect(placed("127.0.0.1")).toBe("127.0.0.1:9003");
  expect(registeredAddress({ placement: undefined })).toBeUndefined();
});

import { memoryStore } from "@reeve/laws";
import type { Clock, NodeView } from "@reeve/orchestrator/engine";
import { makeCertificates } from "@reeve/testing/certificates";
import { expect, test } from "vitest";
import { certificateEnds } from "./node-certificates.ts";

const DAY = 86_400_000;

test("operators are told sixty days before the certificate of a node ends, until the node has left", async () => {
  const node = { id: "node-1" } as NodeView;
  const { cert } = await makeCertificates("node-1.invalid");
  const end = Date.now() + DAY;
  let now = end - 61 * DAY;
  const ends = certificateEnds({ store: memoryStore(), nodes: () => [node], clock: { now: () => now } as Clock });
  expect(ends.troubles()).toEqual([]);
  ends.note(node, { AGENT_CERTIFICATE: cert });
  expect(ends.troubles()).toEqual([]);
  expect(Object.keys(ends.all())).toEqual(["node-1"]);
  now += 2 * DAY;
  const day = new Date(end).toISOString().slice(0, 10);
  expect(ends.troubles()).toEqual([`the certificate of node-1 ends on ${day}: restart the node before, to renew it`]);
  ends.forget(node);
  expect(ends.troubles()).toEqual([]);
});

import type { FilesOfNode } from "@reeve/backups";
import { expect, test } from "vitest";
import { firstTokens } from "../cluster/ring.ts";
import { setsFor } from "./file-sets.ts";

const filesOf = (node: string, tokens: readonly string[]): FilesOfNode => ({ node, host_id: "any", tokens, files: [] });
const namesOf = ({ nodes, own, ring }: { nodes: FilesOfNode[]; own: readonly string[]; ring: (readonly string[])[] }) =>
  setsFor({ nodes }, own, ring).sets.map(({ node }) => node);

const [first, second] = [firstTokens(0, 2), firstTokens(1, 2)];

test("in a ring with the tokens of the backup, each node restores its own files", () => {
  const nodes = [filesOf("node-0", first), filesOf("node-1", second)];
  const ring = [second, first.toReversed()];
  expect(setsFor({ nodes }, first, ring)).toEqual({ sets: [nodes[0]], areOwn: true });
  expect(namesOf({ nodes, own: second, ring })).toEqual(["node-1"]);
});

test("a node whose own tokens are those of the backup restores all files if the tokens of another node differ", () => {
  // The first node of a cluster of any size has the same tokens.
  expect(firstTokens(0, 1)).toEqual(first);
  const nodes = [filesOf("node-0", first), filesOf("node-1", ["1", "2"])];
  const ring = [first, second];
  expect(setsFor({ nodes }, first, ring)).toEqual({ sets: nodes, areOwn: false });
  expect(namesOf({ nodes, own: second, ring })).toEqual(["node-0", "node-1"]);
});

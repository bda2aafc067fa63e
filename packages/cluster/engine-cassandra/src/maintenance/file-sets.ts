import type { FileManifest } from "@reeve/backups";

/**
 * Returns the sets of files that a node restores, each from one node of the backup, and whether the node owns all rows in them. If all
 * nodes have the same tokens as in the backup, this is only the node's own set; otherwise it is the sets of all nodes. Comparing the
 * node's own tokens is not enough, because the tokens of the other nodes also determine which rows the node owns.
 */
export function setsFor({ nodes }: Pick<FileManifest, "nodes">, tokens: readonly string[], ring: readonly (readonly string[])[]) {
  const there = new Set(ring.map(textOf));
  const own = nodes.find((node) => textOf(node.tokens) === textOf(tokens));
  const isSame = nodes.length === ring.length && nodes.every((node) => there.has(textOf(node.tokens)));
  return own && isSame ? { sets: [own], areOwn: true } : { sets: nodes, areOwn: false };
}

const textOf = (tokens: readonly string[]) => [...tokens].sort().join();

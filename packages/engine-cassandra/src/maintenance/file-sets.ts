import type { FileManifest, FilesOfNode } from "@reeve/backups";

/** The file sets that a node restores. */
export interface FileSets {
  readonly sets: readonly FilesOfNode[];
  /** Whether the files hold only rows that the node owns. */
  readonly areOwn: boolean;
}

/**
 * The file sets that a node restores: its own set if the whole ring is the same as in the backup, otherwise the sets of all nodes. The
 * node's own tokens are not enough to decide, because the tokens of the other nodes also determine which rows the node owns.
 */
export function setsFor(
  { nodes }: Pick<FileManifest, "nodes">,
  tokens: readonly string[],
  ring: readonly (readonly string[])[],
): FileSets {
  const there = new Set(ring.map(textOf));
  const own = nodes.find((node) => textOf(node.tokens) === textOf(tokens));
  const isSame = nodes.length === ring.length && nodes.every((node) => there.has(textOf(node.tokens)));
  return own && isSame ? { sets: [own], areOwn: true } : { sets: nodes, areOwn: false };
}

const textOf = (tokens: readonly string[]) => [...tokens].sort().join();

import type { WideColumnClient } from "@reeve/wide-column-client";

/** The number of partitions of the table, as a node estimates it. */
export async function partitionsOf(client: WideColumnClient, node: number, keySpace = "kept"): Promise<number> {
  const { key_spaces } = (await client.nodes.info({ node })) as unknown as {
    readonly key_spaces: Readonly<Record<string, Readonly<Record<string, { readonly partitions: number }>>>>;
  };
  return key_spaces[keySpace]?.rows?.partitions ?? 0;
}

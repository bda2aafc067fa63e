import * as v from "valibot";
import type { AnyManifest } from "./manifest.ts";

/**
 * Returns the manifest if it follows the rules, and otherwise the field that breaks them. Many fields become parts of paths on a node's disk or
 * of keys in a bucket, and must not lead to another place. Also refused is what two readers could understand differently, such as two files
 * with the same name.
 */
export function checkManifest(manifest: unknown): { readonly manifest: AnyManifest } | { readonly problem: string } {
  const { issues, output } = v.safeParse(ManifestRules, manifest, { abortEarly: true });
  if (issues) return { problem: v.getDotPath(issues[0]) ?? "the manifest" };
  const names = output.nodes.flatMap(({ node, files, tokens }) => [
    `nodes ${node}`,
    ...files.map((file) => `files ${node} ${"path" in file ? file.path : `${file.table}/${file.name}`}`),
    // Simulated nodes may have the same tokens.
    ...(output.format === 2 ? tokens.map((token) => `tokens ${token}`) : []),
  ]);
  const twice = firstTwice(names);
  return twice === undefined ? { manifest: output as AnyManifest } : { problem: twice };
}

/** Returns the first text that occurs twice. */
function firstTwice(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return texts.find((text) => seen.size === seen.add(text).size);
}

const matching = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern));
const Id = matching(/^[\w-]{1,100}$/);
/** The names of keyspaces and tables, as the database itself allows them. */
const Table = matching(/^\w{1,222}\/\w{1,222}$/);
const Bytes = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Sha256 = matching(/^[0-9a-f]{64}$/);
const Tokens = v.array(matching(/^-?\d{1,40}$/));
const node = { node: Id, host_id: Id, tokens: Tokens };

const about = {
  snapshot: Id,
  backup: matching(/^(?!\.{1,2}$)[\w.-]{1,200}$/),
  service: matching(/^[\x21-\x7e]{1,200}$/),
  created: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/),
};

const schema = (path: string) => v.looseObject({ path: v.literal(path), bytes: Bytes, sha256: Sha256 });

const ManifestRules = v.variant("format", [
  v.looseObject({
    ...{ format: v.literal(1), ...about, schema: schema("schema.json") },
    nodes: v.array(
      v.looseObject({
        ...node,
        files: v.array(
          v.looseObject({
            ...{ path: matching(/^[\w-]{1,100}\/\w{1,222}\/\w{1,222}\.jsonl$/), table: Table },
            ...{ bytes: Bytes, sha256: Sha256, rows: Bytes },
          }),
        ),
      }),
    ),
  }),
  v.looseObject({
    ...{ format: v.literal(2), ...about, schema: schema("schema.cql") },
    software: matching(/^[\x20-\x7e]{1,200}$/),
    key_spaces: v.exactOptional(v.array(matching(/^\w{1,222}$/))),
    nodes: v.array(
      v.looseObject({
        ...node,
        files: v.array(
          v.looseObject({
            ...{ table: Table, name: matching(/^\w[\w.+-]{0,254}$/), bytes: Bytes, sha256: Sha256 },
          }),
        ),
      }),
    ),
  }),
]);

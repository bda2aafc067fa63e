import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import type { ImageConfig } from "./oci-archive.ts";
import { type Entry, readTar } from "./read-tar.ts";

/** An image in an archive, as a container runtime reads it. */
export interface ReadImage {
  /** The digest of the manifest. */
  readonly digest: string;
  /** The annotations of each entry of the index. */
  readonly names: readonly Readonly<Record<string, string>>[];
  readonly config: ImageConfig;
  /** The image's only layer. */
  readonly layer: Buffer;
  readonly entries: readonly Entry[];
  /** What is wrong with the archive or its files; empty if the image is usable by every user of a pod. */
  readonly problems: readonly string[];
}

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

interface Index {
  readonly schemaVersion: number;
  readonly manifests: readonly (Descriptor & { readonly annotations: Readonly<Record<string, string>> })[];
}

interface Manifest {
  readonly schemaVersion: number;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

interface Config {
  readonly os: string;
  readonly architecture: string;
  readonly config: ImageConfig;
  readonly rootfs: { readonly type: string; readonly diff_ids: readonly string[] };
}

/** Reads an archive in the OCI layout, and checks everything that container runtimes and pods rely on. */
export function readImage(file: string): ReadImage {
  const problems: string[] = [];
  const check = (is: boolean, problem: string) => void (is || problems.push(problem));
  const files = new Map(readTar(readFileSync(file)).map((entry) => [entry.path, entry]));
  const contentOf = (path: string) => files.get(path)?.content ?? Buffer.alloc(0);
  const parsed = <Value>(bytes: Buffer) => JSON.parse(bytes.toString()) as Value;
  const blob = ({ digest, size, mediaType }: Descriptor, kind: string) => {
    const bytes = contentOf(`blobs/${digest.replace(":", "/")}`);
    check(sha256(bytes) === digest, `the blob ${digest} has another digest`);
    check(bytes.length === size, `the blob ${digest} has ${bytes.length} bytes, not ${size}`);
    check(mediaType === `application/vnd.oci.image.${kind}`, `the blob ${digest} has the type ${mediaType}`);
    return bytes;
  };

  check(contentOf("oci-layout").toString() === '{"imageLayoutVersion":"1.0.0"}', "there is no oci-layout");
  const index = parsed<Index>(contentOf("index.json"));
  const [first] = index.manifests;
  if (!first) throw new Error(`${file} contains no image`);
  check(
    index.manifests.every(({ digest }) => digest === first.digest),
    "there are several images",
  );
  const manifest = parsed<Manifest>(blob(first, "manifest.v1+json"));
  check(
    [index, manifest].every(({ schemaVersion }) => schemaVersion === 2),
    "a schema version is not 2",
  );
  const config = parsed<Config>(blob(manifest.config, "config.v1+json"));
  const [only, ...others] = manifest.layers;
  if (!only || others.length > 0) throw new Error(`${file} has not exactly one layer`);
  const layer = blob(only, "layer.v1.tar");
  check(config.os === "linux", `the image is for ${config.os}`);
  check(config.rootfs.type === "layers", `the root file system consists of ${config.rootfs.type}`);
  check(config.rootfs.diff_ids.join() === only.digest, "the config names another layer");
  const blobs = [...files.keys()].filter((path) => /^blobs\/sha256\/./.test(path));
  check(blobs.length === 3, `the archive has ${blobs.length} blobs, not 3`);

  const entries = readTar(layer);
  problems.push(...entries.flatMap(problemsOf));
  return {
    digest: first.digest,
    names: index.manifests.map(({ annotations }) => annotations),
    config: config.config,
    layer,
    entries,
    problems,
  };
}

/** What is wrong with a file of an image. */
function problemsOf({ path, type, mode, owner, group, modified, target }: Entry): readonly string[] {
  const isFolder = type === "folder";
  const forAll = isFolder ? 0o555 : 0o444;
  const links = type === "symbolic link";
  const leaves = (to: string) => posix.isAbsolute(to) || posix.normalize(to).startsWith("..");
  const matches: readonly (readonly [boolean, string])[] = [
    [type === "other" || type === "hard link", `is of the type ${type}`],
    [leaves(path) || path.split("/").includes(".."), "is outside of the image"],
    [links && leaves(posix.join(posix.dirname(path), target)), `is a link out of the image, to ${target}`],
    [links && posix.isAbsolute(target), `is a link to the absolute path ${target}`],
    [owner !== 0 || group !== 0, `belongs to ${owner}:${group}`],
    [modified !== 0, `was changed ${modified} seconds after 1970`],
    [!links && (mode & forAll) !== forAll, `has the mode ${mode.toString(8)}, so not everyone can read it`],
    [!links && mode !== 0o1777 && (mode & 0o6022) !== 0, `has the mode ${mode.toString(8)}, so others can change it`],
  ];
  return matches.flatMap(([is, problem]) => (is ? `${path} ${problem}` : []));
}

function sha256(bytes: Buffer): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

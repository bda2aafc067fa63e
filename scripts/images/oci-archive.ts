import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { settleModes } from "./modes.ts";

/** The `config` of an image: what a container runs unless its pod says otherwise. */
export interface ImageConfig {
  readonly Env?: readonly string[];
  readonly User?: string;
  readonly WorkingDir?: string;
  readonly Entrypoint?: readonly string[];
}

const mediaType = (kind: string) => `application/vnd.oci.image.${kind}`;

/**
 * Packs a folder as an image of one layer, without a builder or a registry; returns its reference by digest. The same files give the same
 * digest. Sets the modes of the files in the folder.
 */
export async function ociArchive(root: string, name: string, file: string, config: ImageConfig): Promise<string> {
  mkdirSync(dirname(file), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "reeve-image-"));
  const blobs = join(folder, "blobs", "sha256");
  mkdirSync(blobs, { recursive: true });
  const keep = (value: object) => {
    const bytes = Buffer.from(JSON.stringify(value));
    const hex = createHash("sha256").update(bytes).digest("hex");
    writeFileSync(join(blobs, hex), bytes);
    return { digest: `sha256:${hex}`, size: bytes.length };
  };
  try {
    settleModes(root);
    const layer = join(folder, "layer");
    tar(layer, root, ["."]);
    const hex = await digestOf(layer);
    const { size } = statSync(layer);
    renameSync(layer, join(blobs, hex));
    const digest = `sha256:${hex}`;
    const platform = { architecture: process.arch === "x64" ? "amd64" : process.arch, os: "linux" };
    const rootfs = { type: "layers", diff_ids: [digest] };
    const manifest = keep({
      schemaVersion: 2,
      mediaType: mediaType("manifest.v1+json"),
      config: { mediaType: mediaType("config.v1+json"), ...keep({ ...platform, config, rootfs }) },
      layers: [{ mediaType: mediaType("layer.v1.tar"), digest, size }],
    });
    const [repository = "", tag = "latest"] = name.split(/:(?=[^:/]*$)/);
    const byDigest = `${repository}@${manifest.digest}`;
    // Containerd takes both names, and finds the image by either of them. Other tools only know the tag, which only one entry may have.
    const names = [
      { "io.containerd.image.name": name, "org.opencontainers.image.ref.name": tag },
      { "io.containerd.image.name": byDigest },
    ];
    const manifests = names.map((annotations) => ({
      mediaType: mediaType("manifest.v1+json"),
      ...manifest,
      platform,
      annotations,
    }));
    writeFileSync(join(folder, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
    writeFileSync(join(folder, "index.json"), JSON.stringify({ schemaVersion: 2, manifests }));
    tar(`${file}.new`, folder, ["oci-layout", "index.json", "blobs"]);
    renameSync(`${file}.new`, file);
    return byDigest;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function tar(file: string, folder: string, entries: readonly string[]): void {
  const fixed = ["--sort=name", "--mtime=@0", "--numeric-owner", "--owner=0", "--group=0", "--format=gnu"];
  execFileSync("tar", [...fixed, "-C", folder, "-cf", file, ...entries]);
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest("hex");
}

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { lab, labOutput } from "./lab.ts";

/** A cluster on this machine. */
export interface Lab {
  readonly kubeconfig: string;
  /** Builds an image and loads it into the node; returns the image's reference. */
  image(make: (busybox: string, file: string) => Promise<string>): Promise<string>;
}

/** The programs that a cluster needs in addition to those that the lab checks itself. */
const NEEDED = ["openssl", "curl"];

interface LabOptions {
  /** Leaves the cluster running at the end. */
  readonly keep?: boolean;
  /** Programs that the trial itself needs. */
  readonly needs?: readonly string[];
  /** Starts only the control plane, without a node. */
  readonly nodeless?: boolean;
}

/**
 * Builds and starts a cluster with one node, and removes it at the end unless `keep` is set. Returns the exit code; 3 means that this
 * machine lacks something.
 */
export async function withLab(
  { keep = false, needs = [], nodeless = false }: LabOptions,
  run: (lab: Lab) => Promise<number>,
): Promise<number> {
  const missing = [...NEEDED, ...needs].filter((name) => spawnSync("which", [name]).status !== 0);
  if (missing.length > 0) {
    console.error(`missing on this machine: ${missing.join(", ")}`);
    return 3;
  }
  try {
    for (const command of nodeless ? [["build", "tools", "kube"], ["up"]] : [["build"], ["up"], ["node"]]) {
      const code = lab(...command);
      if (code !== 0) return code;
    }
    return await run({ kubeconfig: labOutput("up"), image });
  } finally {
    if (!keep) lab("down", "wipe");
  }
}

async function image(make: (busybox: string, file: string) => Promise<string>): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "reeve-image-")), "image.tar");
  try {
    const reference = await make(join(labOutput("where", "debian"), "busybox"), file);
    if (lab("image", file) !== 0) throw new Error(`the image ${reference} could not be loaded into the node`);
    return reference;
  } finally {
    rmSync(dirname(file), { recursive: true });
  }
}

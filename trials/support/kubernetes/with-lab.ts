import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lab, labOutput } from "./lab.ts";

/** A cluster of this machine. */
export interface Lab {
  readonly kubeconfig: string;
  /** Makes an image and gives it to the node; returns its reference. */
  image(make: (busybox: string, file: string) => Promise<string>): Promise<string>;
}

/** What a cluster needs of the machine beside what the lab itself looks for. */
const NEEDED = ["openssl", "curl"];

/** Builds and starts a cluster with a node, and takes it away in the end unless it is kept. Returns an exit code: 3 where this machine lacks something. */
export async function withLab(
  { keep = false, needs = [] }: { readonly keep?: boolean; readonly needs?: readonly string[] },
  run: (lab: Lab) => Promise<number>,
): Promise<number> {
  const missing = [...NEEDED, ...needs].filter((name) => spawnSync("which", [name]).status !== 0);
  if (missing.length > 0) {
    console.error(`not on this machine: ${missing.join(", ")}`);
    return 3;
  }
  try {
    for (const command of ["build", "up", "node"]) {
      const code = lab(command);
      if (code !== 0) return code;
    }
    return await run({ kubeconfig: labOutput("up"), image });
  } finally {
    if (!keep) lab("down", "wipe");
  }
}

async function image(make: (busybox: string, file: string) => Promise<string>): Promise<string> {
  const file = join(tmpdir(), `reeve-image-${process.pid}.tar`);
  try {
    const reference = await make(join(labOutput("where", "debian"), "busybox"), file);
    if (lab("image", file) !== 0) throw new Error(`${reference} cannot be given to the node`);
    return reference;
  } finally {
    rmSync(file, { force: true });
  }
}

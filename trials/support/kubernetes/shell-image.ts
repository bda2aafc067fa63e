import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ociArchive } from "./oci-archive.ts";

/** Makes an image with nothing but a shell and its tools. Returns its reference by digest. */
export async function shellImage(busybox: string, name: string, file: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "reeve-shell-root-"));
  try {
    layOut(root, busybox);
    return await ociArchive(root, name, file, { Env: ["PATH=/bin"], WorkingDir: "/" });
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The folders of an image, and a static busybox as its shell. */
export function layOut(root: string, busybox: string): void {
  // Others than root have to read it.
  chmodSync(root, 0o755);
  for (const each of ["bin", "etc", "opt", "tmp", "sandbox"]) mkdirSync(join(root, each));
  chmodSync(join(root, "tmp"), 0o1777);
  const folder = join(root, "bin");
  copyFileSync(busybox, join(folder, "busybox"));
  chmodSync(join(folder, "busybox"), 0o755);
  const applets = execFileSync(busybox, ["--list"], { encoding: "utf8" }).split("\n");
  for (const applet of applets) {
    if (applet !== "" && applet !== "busybox") symlinkSync("busybox", join(folder, applet));
  }
}

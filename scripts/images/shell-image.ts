import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ociArchive } from "./oci-archive.ts";
import { needsLibraries } from "./static-program.ts";

/** Makes an image that contains only a shell and its tools. Returns the image's reference by digest. */
export async function shellImage(busybox: string, name: string, file: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "reeve-shell-root-"));
  try {
    layOut(root, busybox);
    return await ociArchive(root, name, file, { Env: ["PATH=/bin"], WorkingDir: "/" });
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Makes the folders of an image, and installs a static busybox as the shell. */
export function layOut(root: string, busybox: string): void {
  if (needsLibraries(busybox)) throw new Error(`${busybox} needs libraries, which the image lacks: give a static busybox`);
  for (const each of ["bin", "etc", "opt", "tmp", "sandbox"]) mkdirSync(join(root, each));
  chmodSync(join(root, "tmp"), 0o1777);
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0:root:/:/bin/sh\nreeve:x:1000:1000:reeve:/tmp:/bin/sh\n");
  writeFileSync(join(root, "etc/group"), "root:x:0:\nreeve:x:1000:\n");
  writeFileSync(join(root, "etc/nsswitch.conf"), "hosts: files dns\n");
  const folder = join(root, "bin");
  copyFileSync(busybox, join(folder, "busybox"));
  chmodSync(join(folder, "busybox"), 0o755);
  const applets = execFileSync(busybox, ["--list"], { encoding: "utf8" }).split("\n");
  for (const applet of applets) {
    if (applet !== "" && applet !== "busybox") symlinkSync("busybox", join(folder, applet));
  }
}

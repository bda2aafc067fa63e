import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPacked } from "../packages/installed-program.ts";
import { packAll } from "../packages/pack.ts";
import { addLibraries } from "./libraries.ts";
import { ociArchive } from "./oci-archive.ts";
import { layOut } from "./shell-image.ts";

const HOME = "opt/reeve";

/** Makes the image of the service, which contains Node and the packages as they are published. Returns the image's reference by digest. */
export async function serviceImage(busybox: string, name: string, file: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "reeve-service-root-"));
  try {
    layOut(root, busybox);
    const node = join(root, "bin/node");
    copyFileSync(process.execPath, node);
    chmodSync(node, 0o755);
    addLibraries(root, [node]);
    const folder = join(root, HOME);
    mkdirSync(folder);
    const tarballs = mkdtempSync(join(tmpdir(), "reeve-service-packages-"));
    try {
      installPacked(packAll(tarballs), folder, ["--omit=dev", "--no-package-lock"]);
    } finally {
      rmSync(tarballs, { recursive: true });
    }
    return await ociArchive(root, name, file, {
      Env: ["PATH=/bin"],
      Entrypoint: ["/bin/node", `/${HOME}/node_modules/@reeve/cli/dist/reeve.cjs`],
      User: "1000",
      WorkingDir: "/tmp",
    });
  } finally {
    rmSync(root, { recursive: true });
  }
}

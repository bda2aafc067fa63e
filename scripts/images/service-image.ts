import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root as repository } from "../workspace.ts";
import { addLibraries } from "./libraries.ts";
import { ociArchive } from "./oci-archive.ts";
import { layOut } from "./shell-image.ts";

const HOME = "opt/reeve";

/** Makes the image of the service, which contains Node and the published command line. Returns the image's reference by digest. */
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
    const cli = join(repository, "apps/cli");
    const { name: packageName, version, dependencies } = JSON.parse(readFileSync(join(cli, "package.json"), "utf8"));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: packageName, version, dependencies }));
    const quiet = ["--omit=dev", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
    execFileSync("npm", ["install", ...quiet], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    execFileSync(process.execPath, [join(cli, "build.ts"), join(folder, "dist")], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    return await ociArchive(root, name, file, {
      Env: ["PATH=/bin"],
      Entrypoint: ["/bin/node", `/${HOME}/dist/reeve.cjs`],
      User: "1000",
      WorkingDir: "/tmp",
    });
  } finally {
    rmSync(root, { recursive: true });
  }
}

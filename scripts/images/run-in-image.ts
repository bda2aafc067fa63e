import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReadImage } from "./read-image.ts";

/** Namespaces of their own for the user, the mounts and the processes, so that root is not needed. */
const OWN = ["-r", "-m", "-p", "-f"];

/** The programs with which this machine enters an image; an image has other ones. */
const PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

/** Mounts what every container has, and programs such as Java need. */
const ENTER = 'mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot "$0" "$@"';

/** The reason why this machine cannot run programs in the file system of an image; undefined if it can. */
export function cannotRunInImages(): string | undefined {
  try {
    execFileSync("unshare", [...OWN, "sh", "-c", "mount -t proc proc /proc && chroot / true"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "this machine does not allow the namespaces that are needed to run something in the image";
  }
}

/** The environment of an image's containers. */
export function environmentOf({ config }: ReadImage): Readonly<Record<string, string>> {
  return Object.fromEntries((config.Env ?? []).map((each) => each.split(/=(.*)/s, 2)));
}

/**
 * Unpacks an image, and runs programs with the image's files and environment, without a container runtime. In an argument, `$NAME` stands
 * for a variable of the image's environment. Returns what each program prints.
 */
export function runInImage(image: ReadImage, ...commands: readonly (readonly string[])[]): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), "reeve-unpacked-"));
  try {
    execFileSync("tar", ["-xf", "-", "-C", root], { input: image.layer });
    for (const each of ["dev", "proc"]) mkdirSync(join(root, each));
    const environment = environmentOf(image);
    return commands.map((command) => {
      const args = command.map((each) => each.replace(/\$(\w+)/g, (_, name) => environment[name] ?? ""));
      return execFileSync("unshare", [...OWN, "sh", "-c", ENTER, root, ...args], {
        encoding: "utf8",
        env: { ...environment, PATH },
        stdio: ["ignore", "pipe", "pipe"],
      });
    });
  } finally {
    rmSync(root, { recursive: true });
  }
}

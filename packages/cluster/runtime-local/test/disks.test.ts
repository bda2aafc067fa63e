import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { machine, temporaryFolder } from "./support/machine.ts";

const program = join(import.meta.dirname, "support/in-small-space.ts");

/** Whether this user can mount disks in a separate namespace, which not every system allows. */
const mounts = spawnSync("unshare", ["--map-root-user", "--mount", "true"]).status === 0;

/** Mounts a small disk at a folder that only one program can see. */
function onDisk(options: string, folder: string, size: number): string {
  const mount = `mount -t tmpfs -o ${options} tmpfs "$0" && exec "$1" "$2" "$0" ${size}`;
  return execFileSync("unshare", ["--map-root-user", "--mount", "sh", "-c", mount, folder, process.execPath, program], {
    encoding: "utf8",
  }).trim();
}

describe.runIf(mounts)("on a disk", () => {
  test("that is full: nothing is launched there, and the reason is given", () => {
    const folder = temporaryFolder();
    expect(onDisk("size=1m", folder, 100)).toBe(
      `waiting: the disk of ${folder}/kafka/volumes is full: less than 64 MB are free; make room on it`,
    );
  });

  test("that becomes full: the reason is given, and no incomplete files remain", () => {
    const folder = temporaryFolder();
    expect(onDisk("size=65m", folder, 80_000_000)).toBe("broker-0 cannot be started: the disk is full; make room on it");
    expect(onDisk("size=65m", folder, 100)).toBe("running");
  });

  test("that is read-only: the reason is given", () => {
    const folder = temporaryFolder();
    expect(onDisk("size=100k,ro", folder, 0)).toBe(
      `the folder ${folder}/kafka cannot be used: the disk is read-only; choose a folder that can be written to`,
    );
  });
});

test.runIf(process.platform === "linux")("a place where no folder can be made is reported", async () => {
  await expect(machine({ folder: "/proc/reeve/nodes" })).rejects.toThrow("the folder cannot be made there; choose another folder");
});

test("a file in the place of the folder is reported", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  await expect(machine({ folder: join(folder, "file") })).rejects.toThrow(
    "a file is where a folder should be; move it away, or choose another folder",
  );
});

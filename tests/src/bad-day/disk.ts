import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A disk of its own: a file system in a file. It can lose its power, and be filled. */
export interface Disk {
  readonly path: string;
  /** Loses everything that was written but not flushed, as in a power failure; until `mount`, every access fails. */
  losePower(): void;
  /** Mounts the disk again after a power failure, once the processes that used it have ended. */
  mount(): Promise<void>;
  /** Fills the disk, except for this many megabytes. */
  fill(left?: number): void;
  /** Deletes what has filled the disk. */
  empty(): void;
  [Symbol.dispose](): void;
}

/** Why disks cannot be made here; undefined if they can. */
export const noDisks: string | undefined =
  process.platform !== "linux" ? "a disk of its own needs Linux" : process.getuid?.() === 0 ? undefined : "a disk of its own needs root";

/**
 * The request with which ext4 ends all access at once without writing anything more, not even its journal (EXT4_IOC_SHUTDOWN with
 * NOLOGFLUSH). Tests of file systems make power failures with it.
 */
const SHUT_DOWN = `open(my $d, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl($d, 0x8004587d, $how) or die $!;`;

const MEGABYTE = 1024 * 1024;

export function makeDisk(megabytes: number): Disk {
  const folder = mkdtempSync(join(tmpdir(), "reeve-disk-"));
  const file = join(folder, "file");
  const path = join(folder, "mounted");
  const ballast = join(path, "ballast");
  const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: ["ignore", "ignore", "pipe"] });
  mkdirSync(path);
  closeSync(openSync(file, "w"));
  truncateSync(file, megabytes * MEGABYTE);
  run("mkfs.ext4", "-q", "-m", "0", file);
  const mount = () => run("mount", "-o", "loop", file, path);
  mount();
  return {
    path,
    losePower: () => run("perl", "-e", SHUT_DOWN, path),
    async mount() {
      for (const late = Date.now() + 60_000; ; await sleep(100)) {
        try {
          run("umount", path);
          break;
        } catch (error) {
          if (Date.now() > late) throw error;
        }
      }
      mount();
    },
    fill(left = 0) {
      const { bavail, bsize } = statfsSync(path);
      run("fallocate", "-l", String(Math.max(1, bavail * bsize - (left + 1) * MEGABYTE)), ballast);
      if (left === 0) fillRest(join(path, "rest"));
    },
    empty() {
      for (const name of [ballast, join(path, "rest")]) rmSync(name, { force: true });
    },
    [Symbol.dispose]() {
      run("umount", "-l", path);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes until the disk takes nothing more. */
function fillRest(path: string): void {
  const file = openSync(path, "w");
  for (const size of [MEGABYTE / 16, 4096, 512]) {
    const piece = Buffer.alloc(size, 1);
    try {
      for (;;) writeSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(file);
}

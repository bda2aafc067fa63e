import { spawn } from "node:child_process";
import { closeSync, createReadStream, createWriteStream, fstatSync, ftruncateSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { pipeline } from "node:stream/promises";

/**
 * Moves about `most` bytes from the beginning of a file, to which a process appends, into another file, and returns the number of bytes
 * moved. If the file system can collapse a range (ext4 and XFS on Linux), no output is lost. Otherwise all content is moved and the file is
 * emptied; output that is written between the last read and the emptying is lost.
 */
export async function moveHead(live: string, to: string, most: number): Promise<number> {
  const { size, blksize } = statSync(live);
  // Only whole blocks can be collapsed, and never the whole file.
  const head = Math.floor(Math.min(size - 1, Math.max(most, blksize)) / blksize) * blksize;
  if (head <= 0) return 0;
  await pipeline(createReadStream(live, { end: head - 1 }), createWriteStream(to, { mode: 0o600, flush: true }));
  return (await cutOff(live, head)) ? head : head + moveRest(live, to, head);
}

function cutOff(file: string, head: number): Promise<boolean> {
  const args = ["--collapse-range", "--offset", "0", "--length", String(head), file];
  return new Promise((resolve) => {
    const child = spawn("fallocate", args, { stdio: "ignore" });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

/** Moves the rest of the file synchronously, in one turn of the event loop, and empties the file. */
function moveRest(live: string, to: string, from: number): number {
  const source = openSync(live, "r+");
  const target = openSync(to, "a");
  try {
    const buffer = Buffer.allocUnsafe(65_536);
    let position = from;
    do {
      const read = readSync(source, buffer, 0, buffer.length, position);
      writeSync(target, buffer, 0, read);
      position += read;
    } while (fstatSync(source).size > position);
    ftruncateSync(source, 0);
    return position - from;
  } finally {
    closeSync(target);
    closeSync(source);
  }
}

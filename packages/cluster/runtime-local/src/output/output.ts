import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { makePrivateFolder } from "@reeve/orchestrator/runtime";
import { moveHead } from "./head.ts";

/** The output of a task. Positions count from the first byte that the task ever printed. */
export type TaskOutput = ReturnType<typeof openOutput>;

export interface OutputLimits {
  readonly files: number;
  readonly bytes: number;
}

/** A finished file, by the position of its first byte. */
interface Part {
  readonly from: number;
  readonly path: string;
  readonly size: number;
}

const LIVE = "output";
const MOVING = "output.moving";

/** The minimum size of a file, so that there are few files. */
const MIN_BYTES = 65_536;

/**
 * Opens the output of a task in its folder. The task itself writes into the live file, whether or not a service runs. Finished parts are
 * next to the live file, in files named after the position of their first byte.
 */
export function openOutput(folder: string, { files, bytes }: OutputLimits) {
  const live = join(folder, LIVE);
  makePrivateFolder(folder);
  const parts = partsIn(folder);
  const most = Math.max(bytes, MIN_BYTES);
  let moving: Promise<void> | undefined;

  finishMove();

  function base(): number {
    const last = parts.at(-1);
    return last ? last.from + last.size : 0;
  }

  /**
   * Finishes a move that a killed service began. If the live file still begins with the copied head, the copy is deleted. Otherwise the
   * head has been collapsed, and the copy becomes a finished file.
   */
  function finishMove(): void {
    const moved = join(folder, MOVING);
    if (!existsSync(moved)) return;
    if (beginsWith(live, moved)) rmSync(moved);
    else add(moved, statSync(moved).size);
  }

  function pathOf(from: number): string {
    return join(folder, `${LIVE}.${String(from).padStart(15, "0")}`);
  }

  function add(moved: string, size: number): void {
    const from = base();
    const path = pathOf(from);
    renameSync(moved, path);
    parts.push({ from, path, size });
    dropOld();
  }

  function dropOld(): void {
    for (const old of parts.splice(0, Math.max(0, parts.length - files))) rmSync(old.path, { force: true });
  }

  /** Runs a function while no file is being moved. */
  async function steady<Result>(read: () => Result): Promise<Result> {
    while (moving) await moving;
    return read();
  }

  async function move(): Promise<void> {
    const moved = join(folder, MOVING);
    // Output that is written during the rotation waits for the next rotation, so that readers do not wait longer.
    for (let rounds = Math.ceil(sizeOf(live) / most); rounds > 0 && sizeOf(live) > bytes; rounds--) {
      const size = await moveHead(live, moved, most);
      if (size === 0) return;
      add(moved, size);
      await splitLast();
    }
  }

  /** Splits the last file if it is too large. The original is shortened last, so that until then it contains everything. */
  async function splitLast(): Promise<void> {
    const whole = parts.at(-1);
    if (!whole || whole.size <= most) return;
    const pieces: Part[] = [];
    for (let at = most; at < whole.size; at += most) {
      const size = Math.min(most, whole.size - at);
      const piece = { from: whole.from + at, path: pathOf(whole.from + at), size };
      const source = createReadStream(whole.path, { start: at, end: at + size - 1 });
      await pipeline(source, createWriteStream(piece.path, { mode: 0o600, flush: true }));
      pieces.push(piece);
    }
    truncateSync(whole.path, most);
    parts.splice(-1, 1, { ...whole, size: most }, ...pieces);
    dropOld();
  }

  return {
    live,
    /** The range of the output that is kept, from its first byte to the end. */
    range: () => steady(() => ({ from: parts[0]?.from ?? base(), to: base() + sizeOf(live) })),
    /** Reads at most `most` bytes from a position, or from the first kept byte; empty at the end. */
    read: (position: number, most: number) =>
      steady(() => {
        const at = Math.max(position, parts[0]?.from ?? base());
        const part = parts.find(({ from, size }) => at >= from && at < from + size);
        const bytes = part ? readAt(part.path, at - part.from, most) : readAt(live, at - base(), most);
        return { from: at, bytes };
      }),
    /** Moves the content of a full file into another file, and deletes the oldest files above the limit. */
    async rotate(): Promise<void> {
      if (moving || sizeOf(live) <= bytes) return;
      moving = move().finally(() => {
        moving = undefined;
      });
      await moving;
    },
  };
}

function partsIn(folder: string): Part[] {
  const matches = readdirSync(folder)
    .filter((file) => /^output\.\d+$/.test(file))
    .sort()
    .map((file) => {
      const path = join(folder, file);
      return { from: Number(file.slice(LIVE.length + 1)), path, size: statSync(path).size };
    });
  // Whether a file repeats a part of an earlier file, because a service was killed when it had split the earlier file but not shortened it
  // yet.
  const isCopy = ({ from }: Part) => matches.some((other) => other.from < from && from < other.from + other.size);
  for (const { path } of matches.filter(isCopy)) rmSync(path);
  return matches.filter((part) => !isCopy(part));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function readAt(path: string, position: number, most: number): Buffer {
  if (!existsSync(path)) return Buffer.alloc(0);
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(most, fstatSync(file).size - position)));
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, position));
  } finally {
    closeSync(file);
  }
}

function beginsWith(path: string, head: string): boolean {
  const expected = readFileSync(head);
  return expected.equals(readAt(path, 0, expected.length));
}

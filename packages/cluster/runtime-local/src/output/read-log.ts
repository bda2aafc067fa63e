import type { TaskOutput } from "./output.ts";

const BLOCK = 65_536;

/** The position at which the last lines begin. The last line may be incomplete. */
export async function positionOfTail(output: TaskOutput, lines: number): Promise<number> {
  const { from, to } = await output.range();
  let left = lines;
  for (let end = to; end > from; ) {
    const begin = Math.max(from, end - BLOCK);
    const block = await readRange(output, begin, end);
    for (let at = block.length - 1; at >= 0; at--) {
      const position = begin + at;
      if (block[at] !== NEW_LINE || position === to - 1) continue;
      if (--left <= 0) return lines === 0 ? to : position + 1;
    }
    end = begin;
  }
  return lines === 0 ? to : from;
}

const NEW_LINE = 10;

/** Yields the output from one position to another or to the end, and returns the position where it ended. */
export async function* readFrom(
  output: TaskOutput,
  position: number,
  to: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer, number> {
  for (let at = position; ; ) {
    const { from, bytes } = await output.read(at, Math.max(0, Math.min(BLOCK, to - at)));
    const wanted = bytes.subarray(0, Math.max(0, to - from));
    at = from + wanted.length;
    if (wanted.length === 0) return at;
    yield wanted;
  }
}

/** The output between two positions, in one piece. */
export async function readRange(output: TaskOutput, from: number, to: number): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for await (const block of readFrom(output, from, to)) blocks.push(block);
  return Buffer.concat(blocks);
}

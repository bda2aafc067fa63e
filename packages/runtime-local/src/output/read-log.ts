import type { Output } from "./output.ts";

const BLOCK = 65_536;

/** Where the last so many lines begin; the last one need not be finished. */
export async function positionOfTail(output: Output, lines: number): Promise<number> {
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

/** All there is from a position on, and how far it went. */
export async function* readFrom(output: Output, position: number): AsyncGenerator<Buffer, number> {
  for (let at = position; ; ) {
    const { from, bytes } = await output.read(at, BLOCK);
    at = from + bytes.length;
    if (bytes.length === 0) return at;
    yield bytes;
  }
}

/** What is kept between two positions. */
export async function readRange(output: Output, from: number, to: number): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for (let at = from; at < to; ) {
    const { from: begin, bytes } = await output.read(at, to - at);
    if (bytes.length === 0) break;
    blocks.push(bytes.subarray(0, to - begin));
    at = begin + bytes.length;
  }
  return Buffer.concat(blocks);
}

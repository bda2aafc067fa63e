import type { BlockPosition, Bottom, BottomLines } from "./bottom.ts";

/** The fields of a process's stream that are needed to write to the stream. */
type Stream = Pick<NodeJS.WriteStream, "write" | "isTTY">;

/** While lines are redrawn in place, writes output of the process's streams, such as that of `console.log`, above them. */
export function withStreamsAbove(bottom: Bottom, streams: () => readonly Stream[]): Bottom {
  let giveBack = () => {};
  return {
    ...bottom,
    enter: (lines: BottomLines): BlockPosition => {
      if (bottom.isFree()) giveBack = takeStreams(bottom, streams());
      const { draw, leave } = bottom.enter(lines);
      return {
        draw,
        leave: () => {
          leave();
          if (bottom.isFree()) giveBack();
        },
      };
    },
  };
}

function takeStreams(bottom: Bottom, streams: readonly Stream[]): () => void {
  const terminals = streams.filter(({ isTTY }) => isTTY);
  const originals = terminals.map(({ write }) => write);
  for (const stream of terminals) {
    const own = stream.write;
    stream.write = ((...args: Parameters<typeof own>) => {
      let isRoom = true;
      bottom.above(String(args[0]), () => {
        isRoom = own.apply(stream, args);
      });
      return isRoom;
    }) as typeof own;
  }
  return () => {
    for (const [index, stream] of terminals.entries()) stream.write = originals[index] ?? stream.write;
  };
}

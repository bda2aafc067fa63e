import type { Bottom, Occupant, Place } from "./bottom.ts";

/** The streams of a process, as far as they are written to. */
type Stream = Pick<NodeJS.WriteStream, "write" | "isTTY">;

/** While lines are redrawn in place, what is written to the streams of the process, by `console.log` for example, goes above them, too. */
export function withStreamsAbove(bottom: Bottom, streams: () => readonly Stream[]): Bottom {
  let giveBack = () => {};
  return {
    ...bottom,
    enter: (occupant: Occupant): Place => {
      if (bottom.isFree()) giveBack = takeStreams(bottom, streams());
      const { draw, leave } = bottom.enter(occupant);
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
    stream.write = ((...given: Parameters<typeof own>) => {
      let isRoom = true;
      bottom.above(String(given[0]), () => {
        isRoom = own.apply(stream, given);
      });
      return isRoom;
    }) as typeof own;
  }
  return () => {
    for (const [index, stream] of terminals.entries()) stream.write = originals[index] ?? stream.write;
  };
}

import { ReeveError } from "@reeve/contract";
import type { Clock } from "./platform.ts";
import type { LogExcerpt, LogRequest } from "./runtime.ts";

/** How a runtime reads the output of a node. `Place` is a position in it. */
export interface LogSource<Place> {
  /** Reads what follows a position. Without one, reading begins where the request says. */
  read(place: Place | undefined): Promise<LogPart<Place>>;
  /** Waits until there may be more output, or until the signal is aborted. */
  pause(signal: AbortSignal): Promise<void>;
  nameOf(place: Place): string;
  /** The position with a name; undefined if the text is no name of a position. */
  placeOf(name: string): Place | undefined;
}

/** A part of a node's output. */
export interface LogPart<Place> {
  /** Absent if there is no output. */
  readonly bytes?: AsyncIterable<Uint8Array> | undefined;
  /** The position at which reading continues; absent if the node has no output yet. */
  readonly place?: Place | undefined;
}

/** Reads a node's output: what is there, or what comes within `wait` seconds, or everything until the signal is aborted (`follow`). */
export async function logExcerptOf<Place>(
  { signal: caller, after, follow, wait = 0 }: LogRequest,
  { clock, ending }: { readonly clock: Clock; readonly ending: AbortSignal },
  source: LogSource<Place>,
): Promise<LogExcerpt> {
  const signal = caller ? AbortSignal.any([caller, ending]) : ending;
  let from = after === undefined ? undefined : placeNamed(after, source);
  for (const until = clock.now() + wait * 1000; ; await source.pause(signal)) {
    const part = await source.read(from);
    const { bytes, place = from } = part;
    if (follow) return { bytes: followed(part, from, signal, source) };
    from = place;
    if (!bytes && clock.now() < until && !signal.aborted) continue;
    return { bytes: bytes ?? noBytes(), ...(from !== undefined && { next: source.nameOf(from) }) };
  }
}

async function* followed<Place>(
  first: LogPart<Place>,
  begin: Place | undefined,
  signal: AbortSignal,
  source: LogSource<Place>,
): AsyncGenerator<Uint8Array> {
  let from = begin;
  for (let part = first; !signal.aborted; part = await source.read(from)) {
    const { bytes, place = from } = part;
    if (bytes) yield* bytes;
    from = place;
    await source.pause(signal);
  }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

function placeNamed<Place>(name: string, { placeOf }: LogSource<Place>): Place {
  const place = placeOf(name);
  if (place !== undefined) return place;
  const shown = JSON.stringify(name.slice(0, 100));
  throw new ReeveError("bad-input", `${shown} is not a position in a log: send the position from an earlier answer`);
}

/** An event in its wire format, with its subject. */
interface Entry {
  readonly id: number;
  readonly key: string;
  readonly service: string;
  /** Undefined once a newer event of the same key exists. */
  text: string | undefined;
  readonly data: string;
  readonly isGone: boolean;
}

/** A run of events, as bytes that all watchers share. */
interface Batch {
  /** The id of its last event. */
  readonly to: number;
  /** Empty if no event was about the requested instance. */
  readonly bytes: Uint8Array;
}

/**
 * The newest event of each key, in the order in which they happened. So a watcher needs no queue, only the id of its last event: a slow
 * watcher gets fewer events, never outdated ones.
 */
export interface EventLog {
  /** The id of the newest event. */
  latest(): number;
  /** Sets the state of a key. Nothing happens if it is unchanged. */
  set(event: EventInput): void;
  /** Records that a key is gone for good, in place of its state. */
  gone(event: EventInput): void;
  /** Drops the state of keys without an event, because another event implies it. */
  forget(isMeant: (key: string, service: string) => boolean): void;
  /** The events after an id, at most about 64 KB; undefined if there are none. */
  after(id: number, service?: string): Batch | undefined;
  /** Whether a watcher with this event can continue from there. */
  covers(id: number): boolean;
  /** The text of an id, and the id of a text. Ids of another process are NaN. */
  write(id: number): string;
  read(text: string): number;
}

interface EventInput {
  readonly key: string;
  readonly service: string;
  readonly name: string;
  readonly data: object;
}

/** The bytes after which a batch ends, so that a slow watcher holds no more. */
const BATCH = 65_536;

/** The number of keys that are remembered after they are gone; watchers with older ids start anew. */
const MAX_GONE = 1000;

/** The number of superseded entries that may remain, in addition to as many as there are current ones. */
const SLACK = 100;

export function createEventLog(process: string): EventLog {
  let entries: Entry[] = [];
  const newest = new Map<string, Entry>();
  const batches = new Map<string, Batch>();
  let count = 0;
  let goneCount = 0;
  /** The id of the newest event that was dropped without a newer one for its key. */
  let floor = 0;

  const write = (id: number) => `${process}-${id}`;

  function drop(entry: Entry): void {
    entry.text = undefined;
    newest.delete(entry.key);
    if (entry.isGone) goneCount--;
  }

  function add({ key, service, name, data }: EventInput, isGone: boolean): void {
    const text = JSON.stringify(data);
    const known = newest.get(key);
    if (known?.data === text && known.isGone === isGone) return;
    if (known) drop(known);
    const id = ++count;
    const entry = {
      ...{ id, key, service, data: text, isGone },
      text: `id: ${write(id)}\nevent: ${name}\ndata: ${text}\n\n`,
    };
    entries.push(entry);
    newest.set(key, entry);
    batches.clear();
    if (isGone) goneCount++;
    if (goneCount > MAX_GONE) forgetGone();
    if (entries.length > 2 * newest.size + SLACK) entries = entries.filter((each) => each.text !== undefined);
  }

  function forgetGone(): void {
    for (const entry of entries) {
      if (!entry.isGone || entry.text === undefined) continue;
      floor = Math.max(floor, entry.id);
      drop(entry);
    }
  }

  /** The position of the first entry that is newer. */
  function firstAfter(id: number): number {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle]?.id ?? 0) <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function batchAfter(id: number, service: string | undefined): Batch {
    const texts: string[] = [];
    let to = id;
    let size = 0;
    for (let index = firstAfter(id); index < entries.length && size < BATCH; index++) {
      const entry = entries[index] as Entry;
      to = entry.id;
      if (entry.text === undefined || (service !== undefined && entry.service !== service)) continue;
      texts.push(entry.text);
      size += entry.text.length;
    }
    // The last entries may have been dropped, and then nothing follows them.
    return { to: size < BATCH ? count : to, bytes: encoder.encode(texts.join("")) };
  }

  return {
    latest: () => count,
    set: (event) => add(event, false),
    gone: (event) => add(event, true),
    forget: (isMeant) => {
      for (const entry of [...newest.values()]) if (isMeant(entry.key, entry.service)) drop(entry);
    },
    after: (id, service) => {
      if (id >= count) return undefined;
      const key = `${id} ${service ?? ""}`;
      const made = batches.get(key) ?? batchAfter(id, service);
      batches.set(key, made);
      return made;
    },
    covers: (id) => id >= floor && id <= count,
    write,
    read: (text) => {
      const [, of, id] = /^(.*)-(\d{1,15})$/.exec(text) ?? [];
      return of === process ? Number(id) : Number.NaN;
    },
  };
}

const encoder = new TextEncoder();

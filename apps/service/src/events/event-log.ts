interface Entry {
  readonly id: number;
  readonly key: string;
  readonly service: string;
  /** The event as text; undefined once there is a newer event for the same key. */
  text: string | undefined;
  readonly data: string;
  readonly isGone: boolean;
}

/** Consecutive events as bytes, which all watchers share. */
interface Batch {
  /** The id of the batch's last event. */
  readonly to: number;
  /** Empty if no event concerned the requested instance. */
  readonly bytes: Uint8Array;
}

export type EventLog = ReturnType<typeof createEventLog>;

interface EventInput {
  readonly key: string;
  readonly service: string;
  readonly name: string;
  readonly data: object;
}

/** The maximum size of a batch in bytes, so that little memory is used for a slow watcher. */
const BATCH = 65_536;

/** How many removed keys are remembered. A watcher that has missed the removal of a forgotten key has to start again. */
const MAX_GONE = 1000;

/** Superseded entries are dropped once there are this many more of them than of current entries. */
const SLACK = 100;

/**
 * Keeps the newest event of each key (of each node, for instance), in order of time. A watcher needs no queue, only the id of the last
 * event that it got. A slow watcher therefore gets fewer events, but never outdated ones.
 */
export function createEventLog(process: string) {
  let entries: Entry[] = [];
  const newest = new Map<string, Entry>();
  /** Batches by the instance that a watcher wants, then by the id of the event that precedes the batch. */
  const batches = new Map<string | undefined, Map<number, Batch>>();
  let count = 0;
  let goneCount = 0;
  /** The id of the newest event that was dropped although its key has no newer event. */
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
    const entry = { ...{ id, key, service, data: text, isGone }, text: `id: ${write(id)}\nevent: ${name}\ndata: ${text}\n\n` };
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

  /** The index of the first entry after an id. */
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
    // A batch that is not full ends at the newest id, even if the entries with the last ids have been dropped.
    return { to: size < BATCH ? count : to, bytes: Buffer.from(texts.join("")) };
  }

  return {
    /** The id of the newest event. */
    latest: () => count,
    /** Writes the event with the new state of a key, unless the state is unchanged. */
    set: (event: EventInput) => add(event, false),
    /** Replaces the state of a key by an event that says that the key has been removed for good. */
    gone: (event: EventInput) => add(event, true),
    /** Drops the state of the chosen keys without an event, because another event implies their removal. */
    forget: (isMeant: (key: string, service: string) => boolean): void => {
      for (const entry of [...newest.values()]) if (isMeant(entry.key, entry.service)) drop(entry);
    },
    /** The events after an id, at most about 64 KB; undefined if there are none. */
    after: (id: number, service?: string): Batch | undefined => {
      if (id >= count) return undefined;
      const known = batches.get(service)?.get(id);
      if (known) return known;
      const batch = batchAfter(id, service);
      batches.set(service, (batches.get(service) ?? new Map<number, Batch>()).set(id, batch));
      return batch;
    },
    /** Whether a watcher can continue after the event with this id, because the log has all later changes. */
    covers: (id: number) => id >= floor && id <= count,
    /** `write` converts an id to text, and `read` converts text to an id. Ids of another process become NaN. */
    write,
    read: (text: string): number => {
      const [, of, id] = /^(.*)-(\d{1,15})$/.exec(text) ?? [];
      return of === process ? Number(id) : Number.NaN;
    },
  };
}

import { NOTHING, rowsOf } from "./rows.ts";

/** Assigns consecutive numbers to keys, starting at 0, without storing the keys. */
export interface KeyTable {
  /** Returns the number of a key; undefined if the key is not in the table. */
  find(key: string): number | undefined;
  /** Returns the number of a key. A new key gets the next number. */
  add(key: string): number;
}

/**
 * Makes a hash table that only stores numbers; `keyAt` returns the key of a number. A `Map` would take several times the memory, and would
 * leave as much garbage while it grows.
 */
export function keyTable(keyAt: (entry: number) => string, hash: (key: string) => number = hashOf): KeyTable {
  const entries = rowsOf(2);
  let buckets = emptyBuckets(INITIAL_BUCKETS);
  // A hostile document can contain keys that all belong to one bucket. So the chain of a bucket has a maximum length, and further keys go
  // into a map.
  const crowded = new Map<string, number>();
  return {
    find: (key) => find(key, hash(key)),
    add(key) {
      const hashed = hash(key);
      const found = find(key, hashed);
      if (found !== undefined) return found;
      if (entries.length === buckets.length) widen();
      const entry = entries.add();
      entries.set(entry, HASH, hashed);
      if (isCrowded(hashed)) crowded.set(key, entry);
      else link(entry);
      return entry;
    },
  };

  function find(key: string, hashed: number): number | undefined {
    for (let entry = first(hashed); entry !== NOTHING; entry = entries.get(entry, NEXT)) {
      if (entries.get(entry, HASH) === hashed && keyAt(entry) === key) return entry;
    }
    return crowded.size === 0 ? undefined : crowded.get(key);
  }

  function isCrowded(hashed: number): boolean {
    let length = 0;
    for (let entry = first(hashed); entry !== NOTHING; entry = entries.get(entry, NEXT)) length++;
    return length >= MAX_CHAIN;
  }

  function widen(): void {
    buckets = emptyBuckets(buckets.length * 2);
    const apart = new Set(crowded.values());
    for (let entry = 0; entry < entries.length; entry++) if (!apart.has(entry)) link(entry);
  }

  function link(entry: number): void {
    const bucket = entries.get(entry, HASH) & (buckets.length - 1);
    entries.set(entry, NEXT, buckets[bucket] ?? NOTHING);
    buckets[bucket] = entry;
  }

  function first(hashed: number): number {
    return buckets[hashed & (buckets.length - 1)] ?? NOTHING;
  }
}

const INITIAL_BUCKETS = 16;
const MAX_CHAIN = 32;
const HASH = 0;
const NEXT = 1;

function emptyBuckets(count: number): Int32Array {
  return new Int32Array(count).fill(NOTHING);
}

/** FNV-1a over UTF-16 units. The result is mixed once more, because its lowest bits choose the bucket. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

import { NOTHING, rowsOf } from "./rows.ts";

/** Numbers keys from 0 on, without storing them. */
export interface KeyTable {
  /** The number of a key that was added. */
  find(key: string): number | undefined;
  /** The number of a key, which is the next one where the key is new. */
  add(key: string): number;
}

/**
 * A hash table of numbers alone: a `Map` takes several times the memory, and leaves as much behind while it grows. `keyAt` gives
 * the key of a number.
 */
export function keyTable(keyAt: (entry: number) => string, hash: (key: string) => number = hashOf): KeyTable {
  const entries = rowsOf(2);
  let buckets = emptyBuckets(INITIAL_BUCKETS);
  // If a document has chosen its keys so that they share a bucket, the chain stays short and a map holds the rest.
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

/** FNV-1a by UTF-16 units, mixed once more because the low bits choose the bucket. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

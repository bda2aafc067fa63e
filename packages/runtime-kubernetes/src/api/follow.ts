import { type Clock, pause } from "@reeve/orchestrator";
import { backOff } from "./back-off.ts";
import type { Client, Kind, Selector } from "./client.ts";
import type { KubernetesObject } from "./objects.ts";
import { explain, isRefusal } from "./refusal.ts";

export interface Following<Item extends KubernetesObject> {
  readonly client: Client;
  readonly kind: Kind;
  readonly selector: Selector;
  readonly clock: Clock;
  /** An object is there, or has changed. */
  readonly seen: (object: Item) => void;
  /** An object is gone: as it was last seen. */
  readonly gone: (object: Item) => void;
  /** The way to the server is broken; it is tried again. */
  readonly trouble: (reason: string) => void;
}

/** All objects of a selection as they are now. */
export interface Followed<Item extends KubernetesObject> {
  readonly objects: ReadonlyMap<string, Item>;
  close(): Promise<void>;
}

/**
 * Keeps up with all objects of a selection: a list, then a watch from there, again and again. What happened while the watch was broken shows in the
 * next list. Resolves with the first list; rejects where that fails.
 */
export async function follow<Item extends KubernetesObject>(following: Following<Item>): Promise<Followed<Item>> {
  const { client, kind, selector, clock, seen, gone, trouble } = following;
  const closing = new AbortController();
  const { signal } = closing;
  const objects = new Map<string, Item>();

  async function list(): Promise<string> {
    const { items, metadata } = await client.list<Item>(kind, selector, signal);
    const there = new Map(items.map((item) => [item.metadata.name, item]));
    for (const [name, before] of [...objects]) {
      // One of the same name that is another object: the former is gone.
      if (there.get(name)?.metadata.uid !== before.metadata.uid) leave(before);
    }
    for (const item of there.values()) enter(item);
    return metadata.resourceVersion ?? "";
  }

  function enter(object: Item): void {
    const before = objects.get(object.metadata.name);
    objects.set(object.metadata.name, object);
    if (before?.metadata.resourceVersion !== object.metadata.resourceVersion) seen(object);
  }

  function leave(object: Item): void {
    objects.delete(object.metadata.name);
    gone(object);
  }

  async function keepUp(from: string): Promise<void> {
    let version = from;
    for (let failures = 0; !signal.aborted; ) {
      try {
        if (version === "") version = await list();
        for await (const change of client.watch<Item>(kind, selector, version, signal)) {
          failures = 0;
          version = change.object.metadata.resourceVersion ?? version;
          if (change.type === "DELETED") leave(change.object);
          else if (change.type !== "BOOKMARK") enter(change.object);
        }
      } catch (error) {
        if (signal.aborted) return;
        // A list says what happened meanwhile: the version may be forgotten (410), or of a store that was brought back from a backup.
        version = "";
        if (!isRefusal(error, 410)) trouble(explain(error, client.server));
        failures++;
      }
      if (failures > 1) await pause(clock, backOff(failures), signal);
    }
  }

  const first = await list();
  const kept = keepUp(first);
  return {
    objects,
    close: () => {
      closing.abort();
      return kept;
    },
  };
}

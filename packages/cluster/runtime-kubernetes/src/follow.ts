import { type Clock, pause } from "@reeve/orchestrator/runtime";
import type { ApiClient, Selector } from "./api/client.ts";
import { explainRefusal, isRefusal } from "./api/failure.ts";
import type { KubernetesObject, ObjectKind } from "./api/objects.ts";
import { requestBackOff } from "./retry.ts";

export interface Following<Item extends KubernetesObject> {
  readonly client: ApiClient;
  readonly kind: ObjectKind;
  readonly selector: Selector;
  readonly clock: Clock;
  /** Called for an object that was added or has changed. */
  readonly seen: (object: Item) => void;
  /** Called for an object that was deleted. `object` is its last known state. */
  readonly gone: (object: Item) => void;
  /** Called when the connection has broken. The connection will be retried. */
  readonly trouble: (reason: string) => void;
  /** Called with the reason while the objects cannot be listed either, so that their states may be out of date, and then with undefined. */
  readonly stale: (reason: string | undefined) => void;
  /** Called after each list except the first. */
  readonly listed: () => void;
}

/**
 * Keeps a list of all objects of a selection up to date: lists them, then watches for changes from the list's resource version on. After a
 * broken watch, a new list shows the changes that the watch missed. Resolves after the first list; rejects if the first list fails.
 */
export async function follow<Item extends KubernetesObject>(following: Following<Item>) {
  const { client, kind, selector, clock, seen, gone, trouble, stale, listed } = following;
  const closing = new AbortController();
  const { signal } = closing;
  const objects = new Map<string, Item>();

  async function list(): Promise<string> {
    const { items, metadata } = await client.list<Item>(kind, selector, signal).catch((error) => {
      if (!signal.aborted) stale(explainRefusal(error, client.server));
      throw error;
    });
    stale(undefined);
    const there = new Map(items.map((item) => [item.metadata.name, item]));
    for (const [name, before] of [...objects]) {
      // The object with this uid was deleted, even if a new object has the same name.
      if (there.get(name)?.metadata.uid !== before.metadata.uid) leave(before);
    }
    for (const item of there.values()) enter(item);
    return metadata.resourceVersion ?? "";
  }

  function enter(object: Item): void {
    const { name } = object.metadata;
    const before = objects.get(name);
    objects.set(name, object);
    if (before?.metadata.resourceVersion !== object.metadata.resourceVersion) handled(name, before, () => seen(object));
  }

  function leave(object: Item): void {
    const { name } = object.metadata;
    const before = objects.get(name);
    objects.delete(name);
    handled(name, before ?? object, () => gone(object));
  }

  /** Calls a listener. If it fails, for instance because the disk is full, the next list reports the change again. */
  function handled(name: string, before: Item | undefined, listener: () => void): void {
    try {
      listener();
    } catch (error) {
      if (before) objects.set(name, before);
      else objects.delete(name);
      throw error;
    }
  }

  async function keepUp(from: string): Promise<void> {
    let version = from;
    // A watch that ends without an event counts as a failure, too, because a proxy may end every watch at once.
    for (let failures = 0; !signal.aborted; ) {
      failures++;
      try {
        if (version === "") {
          version = await list();
          listed();
        }
        for await (const change of client.watch<Item>(kind, selector, version, signal)) {
          failures = 0;
          version = change.object.metadata.resourceVersion ?? version;
          if (change.type === "DELETED") leave(change.object);
          else if (change.type !== "BOOKMARK") enter(change.object);
        }
      } catch (error) {
        if (signal.aborted) return;
        // A new list is needed: the resource version may have expired (410), or the store was restored from a backup.
        version = "";
        if (!isRefusal(error, 410)) trouble(explainRefusal(error, client.server));
      }
      if (failures > 1) await pause(clock, requestBackOff(failures), signal);
    }
  }

  const first = await list();
  const kept = keepUp(first);
  return {
    objects: objects as ReadonlyMap<string, Item>,
    close: () => {
      closing.abort();
      return kept;
    },
  };
}

export type Troubles = ReturnType<typeof openTroubles>;

/** The work that the cluster refuses at present and that no node waits for. */
export function openTroubles() {
  /** The reasons, by kind of work and then by item. */
  const failing = new Map<string, Map<string, string>>();
  const listeners = new Set<(clauses: readonly string[]) => void>();
  let last = "[]";

  /** One reason of each kind is enough: with 3,000 pods, the same reason would be shown 3,000 times. */
  const clauses = () =>
    [...failing].map(([what, items]) => {
      const [reason = ""] = items.values();
      return `${what}: ${reason}${items.size > 1 ? ` (and ${items.size - 1} more)` : ""}`;
    });

  return {
    /** Sets why work fails (undefined: it does not); `what` says what cannot be done. Returns whether this changes what is shown. */
    set(what: string, item: string, reason: string | undefined): boolean {
      const items = failing.get(what) ?? new Map<string, string>();
      if (reason === undefined) items.delete(item);
      else items.set(item, reason);
      if (items.size > 0) failing.set(what, items);
      else failing.delete(what);
      const all = clauses();
      const text = JSON.stringify(all);
      if (text === last) return false;
      last = text;
      for (const listener of [...listeners]) listener(all);
      return true;
    },
    /** Calls the listener with one clause for each kind of work that fails, if there is one now, and whenever they change. */
    watch(listener: (clauses: readonly string[]) => void): () => void {
      listeners.add(listener);
      if (failing.size > 0) listener(clauses());
      return () => listeners.delete(listener);
    },
  };
}

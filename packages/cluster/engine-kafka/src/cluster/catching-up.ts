import { setTimeout as sleep } from "node:timers/promises";
import { type Link, type NodeLinks, NotSent } from "../wire/link.ts";
import type { KafkaMember } from "./members.ts";

/** Whether a broker shows a certain change. */
type Shows = (link: Link) => Promise<boolean>;

/** Milliseconds between two polls, and the timeout: a broker on a busy machine may need long to apply a decision. */
const BETWEEN = 100;
const WATCHED = 30_000;

export type CatchingUp = ReturnType<typeof catchingUp>;

/** The brokers that are behind: another broker already shows a change that they do not show, so their responses would be outdated. */
export function catchingUp(links: NodeLinks, failed: (member: KafkaMember) => void) {
  const pending = new Map<number, Set<Shows>>();

  async function follow(member: KafkaMember, changes: Set<Shows>): Promise<void> {
    const link = links.to(member.endpoint);
    const end = performance.now() + WATCHED;
    let isDown = false;
    while (changes.size > 0 && !isDown && performance.now() < end) {
      await sleep(BETWEEN, undefined, { ref: false });
      try {
        for (const change of changes) if (await change(link)) changes.delete(change);
      } catch (error) {
        // A broker that is down is no longer watched, because it catches up before it responds again. A broker that is only slow is still
        // watched.
        isDown = error instanceof NotSent;
      }
    }
    pending.delete(member.node.index);
    if (changes.size > 0) failed(member);
  }

  return {
    /** Watches a broker, which counts as behind until it shows the change or is down, or until the timeout has passed. */
    watch(member: KafkaMember, change: Shows): void {
      const { index } = member.node;
      const known = pending.get(index);
      const changes = (known ?? new Set()).add(change);
      if (known) return;
      pending.set(index, changes);
      void follow(member, changes);
    },
    isBehind: ({ node }: KafkaMember): boolean => pending.has(node.index),
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Link } from "../wire/link.ts";
import type { Links } from "../wire/links.ts";
import type { Member } from "./members.ts";

/** Whether a broker shows a change. */
type Style = (link: Link) => Promise<boolean>;

/** The brokers that do not show a change yet which another broker shows: their answers would be outdated. */
export interface CatchingUp {
  /** A broker lags behind a change until it shows it, fails to answer, or its time is up. */
  watch(member: Member, change: Style): void;
  isBehind(member: Member): boolean;
}

/** Milliseconds between two polls, and within which a broker that follows the controllers catches up. */
const BETWEEN = 100;
const WATCHED = 5000;

export function catchingUp(links: Links, failed: (member: Member) => void): CatchingUp {
  const pending = new Map<number, Set<Style>>();

  async function follow(member: Member, changes: Set<Style>): Promise<void> {
    const link = links.to(member.endpoint);
    const end = performance.now() + WATCHED;
    try {
      while (changes.size > 0 && performance.now() < end) {
        await sleep(BETWEEN, undefined, { ref: false });
        for (const change of changes) if (await change(link)) changes.delete(change);
      }
      if (changes.size > 0) failed(member);
    } catch {
      failed(member);
    }
    pending.delete(member.node.index);
  }

  return {
    watch(member, change) {
      const { index } = member.node;
      const known = pending.get(index);
      const changes = (known ?? new Set()).add(change);
      if (known) return;
      pending.set(index, changes);
      void follow(member, changes);
    },
    isBehind: ({ node }) => pending.has(node.index),
  };
}

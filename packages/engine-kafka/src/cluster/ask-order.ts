import type { Member, Members } from "./members.ts";

/** The order in which brokers are asked, by which of them answered lately and which did not. */
export interface AskOrder {
  /** Those that have answered come first, then those whose last failure is longest ago. */
  inOrder(): readonly Member[];
  /** Those without a failure; all of them where none is left. */
  inStep(): readonly Member[];
  heard(member: Member): void;
  /** It did not answer. */
  miss(member: Member): void;
  /** It answers, and does not show a change yet that another one shows. */
  lag(member: Member): void;
  /** Whether it would answer from before a change that others show. */
  isBehind(member: Member): boolean;
  /** Whether the first broker in order has just answered. */
  isSure(): boolean;
}

/** Milliseconds for which a broker that has answered counts as running. */
const RECENT = 1000;

export function askOrder(members: Pick<Members, "brokers">): AskOrder {
  const answered = new Map<number, number>();
  const missed = new Map<number, number>();
  const behind = new Set<number>();

  function inOrder(): readonly Member[] {
    const since = ({ node }: Member) => missed.get(node.index) ?? 0;
    return members.brokers().toSorted((one, other) => since(one) - since(other));
  }

  function miss({ node }: Member): void {
    missed.set(node.index, performance.now());
  }

  return {
    inOrder,
    inStep() {
      const there = members.brokers().filter(({ node }) => !missed.has(node.index));
      return there.length > 0 ? there : members.brokers();
    },
    heard({ node }) {
      answered.set(node.index, performance.now());
      missed.delete(node.index);
      behind.delete(node.index);
    },
    miss,
    lag(member) {
      miss(member);
      behind.add(member.node.index);
    },
    isBehind: ({ node }) => behind.has(node.index),
    isSure() {
      const [member] = inOrder();
      const at = member && answered.get(member.node.index);
      return at !== undefined && performance.now() - at < RECENT;
    },
  };
}

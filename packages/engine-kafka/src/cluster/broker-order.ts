import type { Member, Members } from "./members.ts";

/** The order in which brokers are asked: by who answered recently, and who failed to. */
export interface BrokerOrder {
  /** Brokers that have answered come first, then those whose last failure is longest ago; brokers that lag behind come last. */
  inOrder(): readonly Member[];
  /** Those that have neither failed nor lag behind; all of them if there are none. */
  inStep(): readonly Member[];
  heard(member: Member): void;
  /** It did not answer. */
  miss(member: Member): void;
  /** Whether the first broker in order has just answered. */
  isSure(): boolean;
}

/** Milliseconds for which a broker that has answered counts as running. */
const RECENT = 1000;

export function createBrokerOrder(
  members: Pick<Members, "brokers">,
  isBehind: (member: Member) => boolean,
): BrokerOrder {
  const answered = new Map<number, number>();
  const missed = new Map<number, number>();

  function inOrder(): readonly Member[] {
    const since = (member: Member) => (isBehind(member) ? Number.MAX_VALUE : (missed.get(member.node.index) ?? 0));
    return members.brokers().toSorted((one, other) => since(one) - since(other));
  }

  return {
    inOrder,
    inStep() {
      const there = members.brokers().filter((member) => !missed.has(member.node.index) && !isBehind(member));
      return there.length > 0 ? there : members.brokers();
    },
    heard({ node }) {
      answered.set(node.index, performance.now());
      missed.delete(node.index);
    },
    miss: ({ node }) => void missed.set(node.index, performance.now()),
    isSure() {
      const [member] = inOrder();
      const at = member && answered.get(member.node.index);
      return at !== undefined && performance.now() - at < RECENT;
    },
  };
}

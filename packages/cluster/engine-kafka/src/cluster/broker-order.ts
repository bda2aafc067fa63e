import type { KafkaMember, KafkaMembers } from "./members.ts";

/** Milliseconds during which a broker that has responded counts as running. */
const RECENT = 1000;

export type BrokerOrder = ReturnType<typeof createBrokerOrder>;

/** The order in which brokers are asked. It depends on their recent responses and failures. */
export function createBrokerOrder(members: Pick<KafkaMembers, "brokers">, isBehind: (member: KafkaMember) => boolean) {
  const answered = new Map<number, number>();
  const missed = new Map<number, number>();

  /** All brokers: first those that have not failed, then those that failed (the oldest failure first), then those behind. */
  function inOrder(): readonly KafkaMember[] {
    const since = (member: KafkaMember) => (isBehind(member) ? Number.MAX_VALUE : (missed.get(member.node.index) ?? 0));
    return members.brokers().toSorted((one, other) => since(one) - since(other));
  }

  return {
    inOrder,
    /** The brokers that have not failed and are not behind; all brokers if every broker has failed or is behind. */
    inStep(): readonly KafkaMember[] {
      const there = members.brokers().filter((member) => !missed.has(member.node.index) && !isBehind(member));
      return there.length > 0 ? there : members.brokers();
    },
    heard({ node }: KafkaMember): void {
      answered.set(node.index, performance.now());
      missed.delete(node.index);
    },
    /** Records that a broker has not responded. */
    miss: ({ node }: KafkaMember) => void missed.set(node.index, performance.now()),
    /** Whether the first broker in the order has responded recently. */
    isSure(): boolean {
      const [member] = inOrder();
      const at = member && answered.get(member.node.index);
      return at !== undefined && performance.now() - at < RECENT;
    },
  };
}

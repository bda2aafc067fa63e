import type { Member, Members } from "./members.ts";

/** Whom to ask first: it follows from who answered lately, and who did not. */
export interface Standing {
  /** Those first that have not been missed; then those that were missed longest ago. */
  inOrder(): readonly Member[];
  /** Those that have not been missed; all of them where none is left. */
  inStep(): readonly Member[];
  heard(member: Member): void;
  /** It did not answer, or is behind the others. */
  miss(member: Member): void;
  /** Whether the first has just answered. */
  isSure(): boolean;
}

/** Milliseconds for which a broker that has answered is believed to be there. */
const RECENT = 1000;

export function standingOf(members: Pick<Members, "brokers">): Standing {
  const answered = new Map<number, number>();
  const missed = new Map<number, number>();

  function inOrder(): readonly Member[] {
    const since = ({ node }: Member) => missed.get(node.index) ?? 0;
    return members.brokers().toSorted((one, other) => since(one) - since(other));
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
    },
    miss: ({ node }) => void missed.set(node.index, performance.now()),
    isSure() {
      const [member] = inOrder();
      const at = member && answered.get(member.node.index);
      return at !== undefined && performance.now() - at < RECENT;
    },
  };
}

import { canMove, type Draft, type DraftBroker, type DraftPartition, moveReplica } from "./draft.ts";

/**
 * If an agent has several copies of a partition while another agent has none, moves copies to agents without one. Moves as few copies as
 * possible.
 */
export function spreadAgents({ brokers, partitions }: Draft): void {
  const agents = new Set(brokers.filter(({ isOpen }) => isOpen).map(({ agent }) => agent));
  if (agents.size < 2) return;
  for (const partition of partitions) {
    const most = Math.min(partition.replicas.length, agents.size);
    while (new Set(partition.replicas.map(({ agent }) => agent)).size < most) {
      const from = crowded(partition);
      const to = from && emptiest(brokers, partition, from);
      if (!from || !to) break;
      moveReplica(partition, from, to);
    }
  }
}

/** Of the replicas that share an agent, returns the one on the fullest broker. */
function crowded({ replicas }: DraftPartition): DraftBroker | undefined {
  const sharing = replicas.filter((broker) =>
    replicas.some((other) => other !== broker && other.agent === broker.agent),
  );
  return sharing.sort((a, b) => b.replicas - a.replicas || b.bytes - a.bytes || b.at - a.at)[0];
}

function emptiest(
  brokers: readonly DraftBroker[],
  partition: DraftPartition,
  from: DraftBroker,
): DraftBroker | undefined {
  const used = new Set(partition.replicas.map(({ agent }) => agent));
  let best: DraftBroker | undefined;
  for (const broker of brokers) {
    if (!broker.isOpen || used.has(broker.agent) || !canMove(partition, from, broker)) continue;
    if (!best || broker.replicas < best.replicas || (broker.replicas === best.replicas && broker.bytes < best.bytes))
      best = broker;
  }
  return best;
}

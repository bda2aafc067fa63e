import { copiesOf, type Move } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import type { Store } from "@reeve/orchestrator/engine";
import { UNKNOWN_TOPIC } from "../wire/error-codes.ts";
import { askLink, type Link } from "../wire/link.ts";
import { BROKER_RESOURCE, settingsChange, TOPIC_RESOURCE } from "../wire/settings.ts";
import { topicsOf } from "./partitions.ts";

const KEY = "throttled";

const LEADER_RATE = "leader.replication.throttled.rate";
const FOLLOWER_RATE = "follower.replication.throttled.rate";
const LEADERS = "leader.replication.throttled.replicas";
const FOLLOWERS = "follower.replication.throttled.replicas";

interface Throttled {
  readonly brokers: readonly number[];
  readonly topics: readonly string[];
}

export type Throttle = ReturnType<typeof throttleOf>;

/**
 * Limits the rate at which moving partitions are copied. Each limit is stored before brokers get it, so that it can be removed even after a
 * crash. Settings of brokers are changed at the active controller, because a broker only changes its own settings.
 */
export function throttleOf(store: Store, leader: () => Promise<Link>) {
  const known = () => store.get(KEY) as Throttled | undefined;

  async function alter(changes: readonly ReturnType<typeof settingsChange>[]): Promise<void> {
    const { responses } = await askLink(await leader(), (kafka) => kafka.incrementalAlterConfigsV1, [[...changes], false]);
    // The topic or broker may have been removed meanwhile.
    const refused = responses.find(({ errorCode }) => errorCode !== 0 && errorCode !== UNKNOWN_TOPIC);
    if (!refused) return;
    const { resourceName, errorCode, errorMessage } = refused;
    throw new ReeveError("server-failure", `the throttle of ${resourceName} cannot be changed: ${errorMessage ?? `error ${errorCode}`}`);
  }

  return {
    async set(moves: readonly Move[], rate: number): Promise<void> {
      const brokers = [...new Set(moves.flatMap(({ from, to }) => [...from, ...to]))];
      const topics = [...topicsOf(moves)];
      const before = known();
      const marked: Throttled = {
        brokers: [...new Set([...(before?.brokers ?? []), ...brokers])],
        topics: [...new Set([...(before?.topics ?? []), ...topics])],
      };
      store.write([[KEY, marked]]);
      const replicas = (topic: string, of: (move: Move) => readonly number[]) =>
        moves
          .filter((move) => move.topic === topic)
          .flatMap((move) => of(move).map((id) => `${move.number}:${id}`))
          .join(",");
      const rates = { [LEADER_RATE]: String(rate), [FOLLOWER_RATE]: String(rate) };
      await alter([
        ...brokers.map((id) => settingsChange(BROKER_RESOURCE, String(id), rates)),
        ...topics.map((topic) =>
          settingsChange(TOPIC_RESOURCE, topic, {
            [LEADERS]: replicas(topic, ({ from }) => from),
            [FOLLOWERS]: replicas(topic, copiesOf),
          }),
        ),
      ]);
    },
    async off(): Promise<void> {
      const marked = known();
      if (!marked) return;
      const unlimited = { [LEADER_RATE]: undefined, [FOLLOWER_RATE]: undefined };
      const unthrottled = { [LEADERS]: undefined, [FOLLOWERS]: undefined };
      await alter([
        ...marked.brokers.map((id) => settingsChange(BROKER_RESOURCE, String(id), unlimited)),
        ...marked.topics.map((topic) => settingsChange(TOPIC_RESOURCE, topic, unthrottled)),
      ]);
      store.write([[KEY, undefined]]);
    },
  };
}

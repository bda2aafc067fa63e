import type { Move } from "@reeve/broker-planning";
import { copiesOf } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import type { Store } from "@reeve/orchestrator/engine";
import { UNKNOWN_TOPIC } from "../wire/error-codes.ts";
import { ask, type Link } from "../wire/link.ts";

const KEY = "throttled";

/** The protocol's numbers for types of resources, and for kinds of changes. */
const TOPIC = 2 as const;
const BROKER = 4 as const;
const SET = 0 as const;
const DELETE = 1 as const;

const RATES = ["leader.replication.throttled.rate", "follower.replication.throttled.rate"] as const;
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

  async function alter(resources: readonly Resource[]): Promise<void> {
    const { responses } = await ask(await leader(), (kafka) => kafka.incrementalAlterConfigsV1, [[...resources], false]);
    // The topic or broker may have been removed meanwhile.
    const refused = responses.find(({ errorCode }) => errorCode !== 0 && errorCode !== UNKNOWN_TOPIC);
    if (!refused) return;
    const { resourceName, errorCode, errorMessage } = refused;
    throw new ReeveError("server-failure", `the throttle of ${resourceName} cannot be changed: ${errorMessage ?? `error ${errorCode}`}`);
  }

  return {
    async set(moves: readonly Move[], rate: number): Promise<void> {
      const brokers = new Set(moves.flatMap(({ from, to }) => [...from, ...to]));
      const topics = new Set(moves.map(({ topic }) => topic));
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
      await alter([
        ...[...brokers].map((id) => ({
          resourceType: BROKER,
          resourceName: String(id),
          configs: RATES.map((name) => ({ name, configOperation: SET, value: String(rate) })),
        })),
        ...[...topics].map((topic) => ({
          resourceType: TOPIC,
          resourceName: topic,
          configs: [
            { name: LEADERS, configOperation: SET, value: replicas(topic, ({ from }) => from) },
            { name: FOLLOWERS, configOperation: SET, value: replicas(topic, copiesOf) },
          ],
        })),
      ] as const);
    },
    async off(): Promise<void> {
      const marked = known();
      if (!marked) return;
      const dropped = (names: readonly string[]) => names.map((name) => ({ name, configOperation: DELETE }) as const);
      await alter([
        ...marked.brokers.map((id) => ({ resourceType: BROKER, resourceName: String(id), configs: dropped(RATES) }) as const),
        ...marked.topics.map((topic) => ({ resourceType: TOPIC, resourceName: topic, configs: dropped([LEADERS, FOLLOWERS]) }) as const),
      ]);
      store.write([[KEY, undefined]]);
    },
  };
}

interface Resource {
  readonly resourceType: typeof TOPIC | typeof BROKER;
  readonly resourceName: string;
  readonly configs: (
    | { readonly name: string; readonly configOperation: typeof SET; readonly value: string }
    | { readonly name: string; readonly configOperation: typeof DELETE }
  )[];
}

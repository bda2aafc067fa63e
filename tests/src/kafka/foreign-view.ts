import { setTimeout as sleep } from "node:timers/promises";
import { ConfigResourceTypes, Kafka, logLevel } from "kafkajs";

/** What an independent client sees of a cluster and of some topics. */
export interface ForeignView {
  /** Ids of the brokers, sorted. */
  brokers(): Promise<readonly number[]>;
  /** The number of partitions of each topic, the settings of topics, and the throttles of brokers. */
  settings(): Promise<readonly string[]>;
  /** Reads again and again how many replicas of each partition are in sync. */
  watchInSync(): InSyncWatch;
  close(): Promise<void>;
}

export interface InSyncWatch {
  /** Partitions that had fewer in-sync replicas than min.insync.replicas at any time. */
  readonly fewer: readonly string[];
  close(): Promise<void>;
}

const BETWEEN = 200;
const IN_SYNC = "min.insync.replicas";

export async function foreignView(bootstrap: readonly string[], topics: readonly string[]): Promise<ForeignView> {
  const retry = { retries: 100, initialRetryTime: 100, maxRetryTime: 1000 };
  const kafka = new Kafka({ brokers: [...bootstrap], logLevel: logLevel.NOTHING, requestTimeout: 5000, retry });
  const admin = kafka.admin();
  await admin.connect();
  const brokers = async () => (await admin.describeCluster()).brokers.map(({ nodeId }) => nodeId).sort((a, b) => a - b);
  const partitions = async () => (await admin.fetchTopicMetadata({ topics: [...topics] })).topics;
  const requests = topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name }));

  const least = new Map<string, number>();
  const described = await admin.describeConfigs({ includeSynonyms: false, resources: requests });
  for (const { resourceName, configEntries } of described.resources) {
    const value = configEntries.find(({ configName }) => configName === IN_SYNC)?.configValue;
    least.set(resourceName, Number(value));
  }

  async function settings(): Promise<readonly string[]> {
    const ids = await brokers();
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [...requests, ...ids.map((id) => ({ type: ConfigResourceTypes.BROKER, name: String(id) }))],
    });
    const isOfTopic = (name: string) => topics.includes(name);
    const value = resources.flatMap(({ resourceName, configEntries }) =>
      configEntries
        .filter(({ configName, configValue, isDefault }) => {
          const isThrottle = configName.includes("throttled");
          return configValue && !isDefault && (isThrottle || isOfTopic(resourceName));
        })
        .map(({ configName, configValue }) => `${resourceName}: ${configName}=${configValue}`),
    );
    const numbers = (await partitions()).map(({ name, partitions }) => `${name}: ${partitions.length} partitions`);
    return [...value, ...numbers].sort();
  }

  return {
    brokers,
    settings,
    watchInSync() {
      const fewer: string[] = [];
      const closing = new AbortController();
      const watched = (async () => {
        while (!closing.signal.aborted) {
          for (const { name, partitions: all } of await partitions().catch(() => [])) {
            for (const { partitionId, isr } of all) {
              if (isr.length < (least.get(name) ?? 1)) fewer.push(`${name}-${partitionId}: ${isr.join(" ")}`);
            }
          }
          await sleep(BETWEEN);
        }
      })();
      return {
        fewer,
        async close() {
          closing.abort();
          await watched;
        },
      };
    },
    close: () => admin.disconnect(),
  };
}

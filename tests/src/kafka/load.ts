import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Consumer, Kafka, logLevel } from "kafkajs";

/** Creates a topic directly at the brokers, without the service. */
export async function createTopic(brokers: readonly string[], topic: string, inSync: number): Promise<void> {
  const admin = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const configEntries = [{ name: "min.insync.replicas", value: String(inSync) }];
  await admin.createTopics({
    topics: [{ topic, numPartitions: PARTITIONS, replicationFactor: 3, configEntries }],
    // This option is off, because the client's own wait fails if the broker that it asks does not know the topic yet.
    waitForLeaders: false,
  });
  const isLed = async () => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics.every(({ partitions }) => partitions.length === PARTITIONS && partitions.every(({ leader }) => leader >= 0));
  };
  while (!(await isLed().catch(() => false))) await sleep(PAUSE);
  await admin.disconnect();
}

/** Asks brokers once, without retries. */
async function askOnce<Answer>(
  brokers: readonly string[],
  question: (admin: ReturnType<Kafka["admin"]>) => Promise<Answer>,
): Promise<Answer> {
  const admin = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING, retry: { retries: 0 } }).admin();
  try {
    await admin.connect();
    return await question(admin);
  } finally {
    await admin.disconnect();
  }
}

/** The number of brokers that a cluster has. */
export function brokersIn(brokers: readonly string[]): Promise<number> {
  return askOnce(brokers, async (admin) => (await admin.describeCluster()).brokers.length);
}

/** Whether all replicas of a topic are in sync. */
export function areInSync(brokers: readonly string[], topic: string): Promise<boolean> {
  return askOnce(brokers, async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics.every(({ partitions }) => partitions.every(({ isr, replicas }) => isr.length === replicas.length));
  });
}

/** What an independent client has counted. */
interface Counts {
  readonly sent: number;
  readonly acknowledged: number;
  /** The number of records that were read while the client was writing. */
  readonly read: number;
  /** The number of records that were read at the end, from the beginning of the topic. */
  readonly kept: number;
  /** Acknowledged records that one of the two reads did not find at their position. */
  readonly lost: readonly string[];
}

/** An independent client of the brokers that writes numbered records and reads them at the same time. */
export interface Load {
  /** The number of acknowledged records so far. */
  readonly acknowledged: number;
  /** The longest time in milliseconds without an acknowledgement since `moment`, a value of `performance.now()`. */
  silenceSince(moment: number): number;
  /** Stops writing, and reads everything once more from the beginning. */
  finish(): Promise<Counts>;
  close(): Promise<void>;
}

/** Retries up to 100 times at short intervals, with a request timeout of ten seconds. */
const shortTimeouts = {
  clientId: "load",
  logLevel: logLevel.NOTHING,
  retry: { retries: 100, initialRetryTime: 100, maxRetryTime: 1000 },
  requestTimeout: 10_000,
};

const PAUSE = 20;
const AT_ONCE = 500;
const PARTITIONS = 6;

/** Fills a topic with records of 1,024 bytes, with the same number in each partition. */
export async function fill(brokers: readonly string[], topic: string, partitions: number, each: number): Promise<void> {
  const producer = new Kafka({ ...shortTimeouts, brokers: [...brokers] }).producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const value = randomBytes(1024);
  for (let partition = 0; partition < partitions; partition++) {
    for (let sent = 0; sent < each; sent += AT_ONCE) {
      const messages = Array.from({ length: Math.min(AT_ONCE, each - sent) }, () => ({ partition, value }));
      await producer.send({ topic, acks: -1, messages });
    }
  }
  await producer.disconnect();
}

/** Writes numbered records through one broker; returns how many were acknowledged. */
export async function acknowledgedBy(broker: string, topic: string, count: number): Promise<number> {
  const producer = new Kafka({ ...shortTimeouts, brokers: [broker] }).producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const messages = Array.from({ length: count }, (_, number) => ({
    partition: number % PARTITIONS,
    key: String(number),
    value: `record ${number}`,
  }));
  const answers = await producer.send({ topic, acks: -1, messages });
  // This is not awaited, because disconnecting from a broker that hangs takes long.
  void producer.disconnect().catch(() => undefined);
  return answers.length === PARTITIONS && answers.every(({ baseOffset }) => baseOffset !== undefined) ? count : 0;
}

/** The number of different records in a topic. Reads from the beginning until `expected` records are found, for at most a minute. */
export async function recordsIn(brokers: readonly string[], topic: string, expected: number): Promise<number> {
  const all = await reader(new Kafka({ ...shortTimeouts, brokers: [...brokers] }), topic, `count-${Date.now()}`);
  for (const late = Date.now() + 60_000; all.numbers.size < expected && Date.now() < late; ) await sleep(200);
  await all.close();
  return all.numbers.size;
}

/** Begins to write to a topic and to read it. A record counts as acknowledged when all in-sync replicas have it. */
export async function beginLoad(brokers: readonly string[], topic: string, atATime = 10): Promise<Load> {
  const kafka = new Kafka({ ...shortTimeouts, brokers: [...brokers] });
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  /** The position of each acknowledged record. */
  const acknowledged = new Map<number, string>();
  const moments: number[] = [];
  // Loads of different topics must not share a group, because each member is assigned partitions of its own topic only.
  const along = await reader(kafka, topic, `along-${topic}`);
  let sent = 0;
  let writing = true;
  const written = write();

  async function write(): Promise<void> {
    for (let partition = 0; writing; partition = (partition + 1) % PARTITIONS) {
      const numbers = Array.from({ length: atATime }, () => sent++);
      const messages = numbers.map((number) => ({
        partition,
        key: String(number),
        value: `record ${number}`.padEnd(200),
      }));
      // The client writes to one partition at a time. With several partitions, it may report a record as written although the leader of the
      // record's partition has moved and only another partition was acknowledged.
      const [answer] = await producer.send({ topic, acks: -1, messages }).catch(() => []);
      if (answer?.baseOffset !== undefined) {
        moments.push(performance.now());
        for (const [index, number] of numbers.entries()) {
          acknowledged.set(number, `${partition}/${BigInt(answer.baseOffset) + BigInt(index)}`);
        }
      }
      await sleep(PAUSE);
    }
  }

  return {
    get acknowledged() {
      return acknowledged.size;
    },
    silenceSince(moment) {
      let [before, longest] = [moment, 0];
      for (const next of [...moments.slice(moments.findLastIndex((each) => each <= moment) + 1), performance.now()]) {
        longest = Math.max(longest, next - before);
        before = next;
      }
      return longest;
    },
    async finish() {
      writing = false;
      await written;
      const afresh = await reader(kafka, topic, `afresh-${Date.now()}`);
      const missing = () => [...acknowledged].filter(([number, place]) => afresh.places.get(place) !== number);
      const isAllRead = () => missing().length === 0 && along.numbers.size >= acknowledged.size;
      for (const deadline = Date.now() + 60_000; !isAllRead() && Date.now() < deadline; ) await sleep(200);
      await afresh.close();
      const lost = missing().map(([number, place]) => `${number} at ${place}, where ${afresh.places.get(place)} is`);
      return { sent, acknowledged: acknowledged.size, read: along.numbers.size, kept: afresh.numbers.size, lost };
    },
    async close() {
      writing = false;
      await Promise.allSettled([producer.disconnect(), along.close()]);
    },
  };
}

/** The longest time in milliseconds until each broker knows a new topic. */
const KNOWN_WITHIN = 30_000;

/** Subscribes to a topic. This is repeated while the broker that the client asks does not know the topic yet. */
async function subscribe(consumer: Consumer, topic: string): Promise<void> {
  for (const late = Date.now() + KNOWN_WITHIN; ; await sleep(PAUSE)) {
    try {
      return await consumer.subscribe({ topics: [topic], fromBeginning: true });
    } catch (error) {
      const isUnknown = (error as { readonly type?: string }).type === "UNKNOWN_TOPIC_OR_PARTITION";
      if (!isUnknown || Date.now() > late) throw error;
    }
  }
}

interface Reader {
  readonly numbers: ReadonlySet<number>;
  /** The number of the record at each position. */
  readonly places: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

async function reader(kafka: Kafka, topic: string, groupId: string): Promise<Reader> {
  const consumer = kafka.consumer({ groupId, sessionTimeout: 10_000, heartbeatInterval: 1000 });
  const numbers = new Set<number>();
  const places = new Map<string, number>();
  await consumer.connect();
  await subscribe(consumer, topic);
  await consumer.run({
    eachBatch: async ({ batch: { partition, messages } }) => {
      for (const { key, offset } of messages) {
        numbers.add(Number(key));
        places.set(`${partition}/${offset}`, Number(key));
      }
    },
  });
  return { numbers, places, close: () => consumer.disconnect() };
}

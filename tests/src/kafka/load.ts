import { setTimeout as sleep } from "node:timers/promises";
import { Kafka, logLevel } from "kafkajs";

/** What an independent client has counted. */
export interface Counts {
  readonly sent: number;
  readonly acknowledged: number;
  readonly read: number;
  /** Records that were acknowledged and have not been read. */
  readonly missing: number;
}

/** A client of the brokers that is none of ours: it writes numbered records, and reads them at the same time. */
export interface Load {
  counts(): Counts;
  /** Stops writing, and waits until what was acknowledged has been read, or for so many milliseconds. */
  finish(patience: number): Promise<Counts>;
  close(): Promise<void>;
}

const PAUSE = 20;
const AT_A_TIME = 10;

/** Begins to write to a topic and to read it. A record counts as acknowledged when all replicas in sync have it. */
export async function beginLoad(brokers: readonly string[], topic: string): Promise<Load> {
  const kafka = new Kafka({
    clientId: "load",
    brokers: [...brokers],
    logLevel: logLevel.NOTHING,
    retry: { retries: 100, initialRetryTime: 100, maxRetryTime: 1000 },
    requestTimeout: 10_000,
  });
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  const consumer = kafka.consumer({ groupId: "load", sessionTimeout: 10_000, heartbeatInterval: 1000 });
  const acknowledged = new Set<number>();
  const read = new Set<number>();
  let sent = 0;
  let writing = true;

  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    eachBatch: async ({ batch }) => {
      for (const { key } of batch.messages) read.add(Number(key));
    },
  });
  const written = write();

  async function write(): Promise<void> {
    while (writing) {
      const numbers = Array.from({ length: AT_A_TIME }, () => sent++);
      const messages = numbers.map((number) => ({ key: String(number), value: `record ${number}`.padEnd(200) }));
      const isWritten = await producer.send({ topic, acks: -1, messages }).then(
        () => true,
        () => false,
      );
      if (isWritten) for (const number of numbers) acknowledged.add(number);
      await sleep(PAUSE);
    }
  }

  const missing = () => [...acknowledged].filter((number) => !read.has(number)).length;
  const counts = () => ({ sent, acknowledged: acknowledged.size, read: read.size, missing: missing() });

  return {
    counts,
    async finish(patience) {
      writing = false;
      await written;
      for (const deadline = Date.now() + patience; missing() > 0 && Date.now() < deadline; ) await sleep(100);
      return counts();
    },
    async close() {
      writing = false;
      await Promise.allSettled([producer.disconnect(), consumer.disconnect()]);
    },
  };
}

import { crc32 } from "node:zlib";
import { producerTestLimits } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import { type Clock, pause } from "@reeve/orchestrator/engine";
import type { BrokerParts } from "./broker-engine.ts";
import type { EffectiveSettings } from "./engine-settings.ts";
import type { Topic } from "./ledger.ts";
import { appended } from "./log.ts";
import type { PartitionEntry } from "./partition.ts";

const { throughput, recordSize } = producerTestLimits;

/** The number of records in a batch. Kafka's tool sends batches of at most 16 KB. */
const BATCH = Math.floor(16_384 / recordSize);
/** The number of milliseconds after which the test pauses, so that other work of this process can run. */
const SLICE = 5;
const BETWEEN_SLICES = 2;
/** The interval in milliseconds at which sent records are saved. */
const KEEP_EVERY = 500;
const LONG = 2 ** 30;
/** The number of milliseconds (at pace 1) before the next attempt to find a leader. */
const RETRY_INTERVAL = 100;
const MAX_RETRIES = 300;

/**
 * Sends records to the logs of a topic as fast as the throughput allows. Each batch is made, checked, appended to the leader's log and
 * copied to the in-sync followers. A log only counts records; their bytes are written into a buffer of limited size.
 */
export async function simulateProducerTest(topic: Topic, messages: number, signal: AbortSignal, parts: BrokerParts): Promise<string> {
  const { ledger, membership, timers, clock, stopwatch } = parts;
  const { minInSync } = parts.settings();
  const rings = createRings();
  const record = Buffer.alloc(recordSize, "reeve ");
  const unkept = new Set<PartitionEntry>();
  const latencies = latencyTally();
  const leaders = () => {
    const led = topic.partitions.filter(({ state }) => state.leader >= 0 && membership.answers(state.leader));
    return led.filter((partition) => partition.state.isr.length >= Math.min(minInSync(partition), partition.replicas.length));
  };
  let targets = leaders();
  if (targets.length === 0) throw new ReeveError("conflict", `nothing can be sent to ${topic.name}: ${reasonOf(topic, minInSync)}`);

  // This timer keeps the process alive until the test has ended, because the clock's own timers do not keep it alive.
  const awake = setInterval(() => {}, LONG);
  const begun = stopwatch();
  let sent = 0;
  let turn = 0;
  let kept = begun;
  try {
    while (sent < messages) {
      signal.throwIfAborted();
      targets = leaders();
      for (let retries = 0; targets.length === 0; retries++) {
        if (retries === MAX_RETRIES)
          throw new ReeveError("server-failure", `sending to ${topic.name} stopped: ${reasonOf(topic, minInSync)}`);
        await timers.sleep(RETRY_INTERVAL, signal);
        targets = leaders();
      }
      sendSlice();
      if (stopwatch() - kept > KEEP_EVERY) keep();
      if (sent < messages) await letOthersRun(clock, signal);
    }
    // A test takes at least as long as the throughput limit requires, even if its last batch was sent earlier.
    while (stopwatch() - begun < (messages / throughput) * 1000) await letOthersRun(clock, signal);
  } finally {
    clearInterval(awake);
    keep();
  }
  return lastLine(messages, stopwatch() - begun, latencies);

  function sendSlice(): void {
    const began = stopwatch();
    for (let now = began; now - began < SLICE && sent < messages; now = stopwatch()) {
      const allowed = Math.min(messages, Math.ceil(((now - begun) * throughput) / 1000)) - sent;
      if (allowed <= 0) return;
      const count = Math.min(BATCH, allowed);
      const partition = targets[turn++ % targets.length];
      if (!partition) return;
      const batch = Buffer.allocUnsafe(count * recordSize);
      for (let index = 0; index < count; index++) record.copy(batch, index * recordSize);
      const checksum = crc32(batch);
      for (const broker of partition.state.isr) rings.append(broker, batch, checksum);
      partition.log = appended(partition.log, count, clock.now());
      unkept.add(partition);
      sent += count;
      latencies.add(stopwatch() - now, count);
    }
  }

  function keep(): void {
    kept = stopwatch();
    // The topic may have been deleted during the test.
    if (unkept.size > 0 && ledger.topic(topic.name) === topic) {
      ledger.commit({ logs: [...unkept].map((partition) => [partition, partition.log] as const) });
    }
    unkept.clear();
  }
}

/** Lets other work of the process run. The pause is not multiplied by the pace, because the test measures real time. */
async function letOthersRun(clock: Clock, signal: AbortSignal): Promise<void> {
  await pause(clock, BETWEEN_SLICES, signal);
  signal.throwIfAborted();
}

function reasonOf({ partitions }: Topic, minInSync: EffectiveSettings["minInSync"]): string {
  const led = partitions.find(({ state }) => state.leader >= 0);
  return led ? `no partition has both a leader that answers and ${minInSync(led)} in-sync replicas` : "no partition has a leader";
}

/** Returns the last line of the test's output, in the words of Kafka's tool. */
function lastLine(records: number, elapsed: number, latencies: ReturnType<typeof latencyTally>): string {
  const perSecond = (records * 1000) / Math.max(elapsed, 0.001);
  const megabytes = (perSecond * recordSize) / (1024 * 1024);
  const at = (percentile: number) => `${latencies.percentile(percentile)} ms ${percentile}th`;
  return (
    `${records} records sent, ${perSecond.toFixed(6)} records/sec (${megabytes.toFixed(2)} MB/sec), ` +
    `${latencies.average().toFixed(2)} ms avg latency, ${latencies.maximum().toFixed(2)} ms max latency, ` +
    `${[50, 95, 99, 99.9].map(at).join(", ")}.`
  );
}

/** Counts latencies in milliseconds. Its memory does not grow with the number of latencies. */
function latencyTally() {
  const times = new Map<number, number>();
  let count = 0;
  let sum = 0;
  let maximum = 0;
  return {
    add(latency: number, records: number): void {
      const whole = Math.floor(latency);
      times.set(whole, (times.get(whole) ?? 0) + records);
      count += records;
      sum += latency * records;
      maximum = Math.max(maximum, latency);
    },
    average: () => (count === 0 ? 0 : sum / count),
    maximum: () => maximum,
    /** Returns a percentile in whole milliseconds, because Kafka's tool prints no fractions. */
    percentile(percentile: number): number {
      let seen = 0;
      for (const whole of [...times.keys()].sort((a, b) => a - b)) {
        seen += times.get(whole) ?? 0;
        if (seen >= (count * percentile) / 100) return whole;
      }
      return 0;
    },
  };
}

const RING_BYTES = 1024 * 1024;
/** The maximum number of buffers. If there are more brokers, several brokers share a buffer. */
const RINGS = 16;

/** The buffers into which a producer test writes records. Both their number and their sizes are limited. */
function createRings() {
  const rings = new Map<number, { readonly bytes: Buffer; at: number }>();
  return {
    /** Writes a batch into the buffer of a broker, and verifies the checksum of the batch. */
    append(broker: number, batch: Buffer, checksum: number): void {
      const ring = rings.get(broker % RINGS) ?? { bytes: Buffer.allocUnsafe(RING_BYTES), at: 0 };
      rings.set(broker % RINGS, ring);
      if (ring.at + batch.length > RING_BYTES) ring.at = 0;
      batch.copy(ring.bytes, ring.at);
      if (crc32(ring.bytes.subarray(ring.at, ring.at + batch.length)) !== checksum) {
        throw new Error("a batch was damaged when it was written: its checksum differs");
      }
      ring.at += batch.length;
    },
  };
}

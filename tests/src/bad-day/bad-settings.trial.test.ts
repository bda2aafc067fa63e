import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { partOfDay, readBack } from "./harm.ts";

/**
 * Settings that cannot work. What the engine itself refuses is refused at once, and no node stops. Other settings stop the rollout at the
 * first node, and the settings from before heal it.
 */

type Settings = Readonly<Record<string, string | number | boolean>>;

interface BadSettings {
  /** Settings that are refused, each with a part of the reason. */
  readonly refused: readonly (readonly [settings: Settings, reason: string])[];
  /** Settings that pass all checks, although a node does not start with them. */
  readonly stopping?: Settings;
  /** Settings with which every node must start. */
  readonly working?: readonly Settings[];
}

const BAD: Readonly<Record<string, BadSettings>> = {
  database: {
    refused: [
      [{ commitlog_segment_size: "4096MiB" }, "commitlog_segment_size must be smaller than 2048"],
      [{ max_mutation_size: "64MiB" }, "at least twice the size of max_mutation_size"],
      [{ concurrent_reads: 0 }, "concurrent_reads must be at least 2"],
    ],
    working: [{ commitlog_sync: "batch" }, { commitlog_sync: "group", commitlog_sync_group_window: "20ms" }],
  },
  brokers: {
    refused: [
      [{ "message.max.bytes": 1 }, "at least 1024"],
      [{ "log.retention.bytes": -7 }, "at least -1"],
      [{ "log.cleaner.dedupe.buffer.size": 10 }, "log.cleaner.dedupe.buffer.size must be at least 1MB"],
      [{ "group.consumer.session.timeout.ms": 1 }, "greater than or equal to group.consumer.min.session.timeout.ms"],
    ],
    stopping: { "log.cleaner.dedupe.buffer.size": 4_000_000_000 },
  },
  "file system": {
    refused: [
      [{ "dfs.blocksize": "many" }, "expected a number"],
      [{ "dfs.replicaton": 2 }, "is not a setting of the file system"],
      [{ "fs.trash.interval": 1 }, "belongs in the section core"],
      [{ "dfs.nameservices": "other" }, "is set by the service"],
    ],
    stopping: { "dfs.namenode.replication.min": 0 },
    working: [{ "dfs.datanode.synconclose": true }],
  },
};

partOfDay({
  title: "bad settings",
  async through(each, started) {
    const { refused = [], stopping, working = [] } = BAD[each.title] ?? {};
    const cluster = started(await each.start());
    const { service, client, well } = cluster;
    const stop = await client.write();
    const before = JSON.stringify([...service.processes()].sort());
    for (const [settings, reason] of refused) {
      await expect(service.deploy(each.definition(settings))).rejects.toThrow(reason);
    }
    expect(JSON.stringify([...service.processes()].sort())).toBe(before);
    for (const settings of working) {
      await service.deploy(each.definition(settings));
      await well();
    }
    if (stopping) {
      await service.deploy(each.definition(stopping));
      await sleep(60_000);
    }
    const { acknowledged } = client;
    await service.deploy(each.definition());
    await well();
    expect(client.acknowledged).toBeGreaterThan(acknowledged);
    await stop();
    expect(await readBack(`${each.title} after bad settings`, cluster)).toEqual([]);
  },
});

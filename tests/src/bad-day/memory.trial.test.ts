import { totalmem } from "node:os";
import { expect } from "vitest";
import { partOfDay, readBack } from "./harm.ts";

/**
 * The wrong amount of memory. More than the machine has, and less than a node starts with, is refused. With the least that is accepted, all
 * nodes serve.
 */

/** The least memory in megabytes of a node. */
const LEAST: Readonly<Record<string, number>> = { database: 512, brokers: 192, "file system": 96 };

partOfDay({
  title: "wrong memory",
  async through(each, started) {
    const least = LEAST[each.title] ?? 0;
    const cluster = started(await each.start());
    const { service, client, well } = cluster;
    const stop = await client.write();
    const more = Math.ceil(totalmem() / 1024 / 1024) + 1;
    for (const [memory, reason] of [
      [more, `asks for ${more} MB of memory, but the machine has`],
      [95_000_000, "but the machine has"],
      [least - 1, `needs at least ${least} MB`],
    ] as const) {
      await expect(service.deploy(each.definition({}, memory))).rejects.toThrow(reason);
    }
    await service.deploy(each.definition({}, least));
    await well();
    await stop();
    expect(await readBack(`${each.title} with ${least} MB`, cluster)).toEqual([]);
  },
});

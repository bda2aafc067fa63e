import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect } from "vitest";
import { partOfDay, readBack } from "./harm.ts";

/**
 * An upgrade that is taken back. After the upgrade, a foreign client writes more, and the definition changes. Then `reeve state restore`
 * goes back to the older version, while all nodes keep their data.
 */

const OLDER = "0.0.9";
const MAIN = join(import.meta.dirname, "../../../apps/cli/src/main.ts");

/** Settings that are deployed after the upgrade, so that nodes are launched with another configuration. */
const LATER: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>> = {
  database: { concurrent_reads: 16 },
  brokers: { "message.max.bytes": 2_000_000 },
  "file system": { "dfs.datanode.synconclose": true },
};

const home = mkdtempSync(join(tmpdir(), "reeve-way-back-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const reeve = (...words: readonly string[]) =>
  execFileSync(process.execPath, [MAIN, ...words], { encoding: "utf8", env: { ...process.env, REEVE_HOME: home } });

partOfDay({
  title: "the way back after an upgrade",
  async through(each, started) {
    const cluster = started(await each.start());
    const { service, client, well } = cluster;
    const write = async () => {
      const [stop, before] = [await client.write(), client.acknowledged];
      for (const late = Date.now() + 300_000; client.acknowledged < before + 50 && Date.now() < late; ) await sleep(100);
      expect(client.acknowledged).toBeGreaterThanOrEqual(before + 50);
      return stop;
    };
    const target = async () => {
      const headers = { authorization: `token=${service.token}` };
      return (await fetch(`${service.url}/reeve/v1/definition`, { headers })).text();
    };
    const stopFirst = await write();
    const first = await target();
    await stopFirst();
    await service.end();

    const version = join(service.state, "version");
    const newer = readFileSync(version, "utf8");
    writeFileSync(version, `${OLDER}\n`);
    await service.start();
    expect(service.notes.join("\n")).toContain(`another version than the one before (${OLDER})`);
    await well();
    const stopSecond = await write();
    await service.deploy(each.definition(LATER[each.title]));
    await well();
    expect(await target()).not.toBe(first);
    await stopSecond();
    await service.end();
    expect(readFileSync(version, "utf8")).toBe(newer);

    const copy = reeve("state", "copies", "--state", service.state, "-o", "name").trim();
    expect(reeve("state", "restore", copy, "--state", service.state, "--yes")).toContain(`The state is that of the version ${OLDER}`);
    expect(readFileSync(version, "utf8")).toBe(`${OLDER}\n`);
    await service.start();
    await well();
    expect(await target()).toBe(first);
    await (await write())();
    expect(await readBack(`${each.title} after the way back`, cluster)).toEqual([]);
  },
});

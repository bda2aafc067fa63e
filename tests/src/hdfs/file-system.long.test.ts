import { createFileSystemClient, type FileSystemClient } from "@reeve/file-system-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { titled } from "../real-engine.ts";
import { type ServiceProgram, serviceProgram, until } from "../service-program.ts";
import { type Walker, walker } from "../walk.ts";
import { missingForFileSystem } from "./available.ts";
import { fileSystem } from "./definition.ts";
import { type Files, openFiles } from "./files.ts";

/** The short form of `npm run trial real-nodes -- hdfs/file-system`. */

const missing = await missingForFileSystem();

/** Timeout in milliseconds. Eleven daemons start within a minute, or within several on a busy machine. */
const LIMIT = 600_000;

describe.skipIf(missing !== undefined)(titled("a real file system, in short", missing), () => {
  let service: ServiceProgram<FileSystemClient>;
  let walk: Walker;
  let files: Files;

  /** The process ids of the nodes of some pods. */
  const pids = (...types: readonly string[]) =>
    new Map([...service.processes()].filter(([task]) => types.some((type) => task.startsWith(`${type}-`))));
  const active = async () => (await service.client.status.show()).active;

  async function restart(...nodes: readonly string[]): Promise<void> {
    for (const node of nodes) {
      const request = await walk.send("POST", `/reeve/v1/services/${service.name}/nodes/${node}/restart`);
      expect(request.status, request.text).toBe(200);
    }
    await walk.quiet();
  }

  async function write(count: number): Promise<void> {
    const enough = files.acknowledged + count;
    const writer = files.write();
    await until(() => files.acknowledged >= enough, LIMIT);
    await writer.stop();
  }

  beforeAll(async () => {
    service = serviceProgram("short", fileSystem("V2"), createFileSystemClient);
    await service.start();
    walk = walker(service, service.name, LIMIT);
    await walk.quiet();
    files = openFiles(await service.client.endpoints.fsSite());
  }, LIMIT);
  afterAll(() => service?.[Symbol.dispose](), 60_000);

  test("a client with the served document alone writes files and reads them back", { timeout: LIMIT }, async () => {
    await write(10);
    expect(await files.missing("new")).toEqual([]);
    expect(await service.client.status.show()).toMatchObject({ data_nodes: { live: 3 }, blocks: { missing: 0 } });
  });

  // A name node that has nothing to write does not notice that its journals restart, and would end at its next write.
  test("the journals restart while nothing is written, and the name nodes keep running", {
    timeout: LIMIT,
  }, async () => {
    const [journals, names] = [pids("journal"), pids("name")];
    await restart("journal-0", "journal-1", "journal-2");
    const restarted = [...pids("journal").values()].flat();
    expect(restarted.filter((pid) => [...journals.values()].flat().includes(pid))).toEqual([]);
    await write(5);
    expect(pids("name")).toEqual(names);
    expect(await files.missing("all")).toEqual([]);
  });

  test("the active name node hands over before its restart, while files are written", { timeout: LIMIT }, async () => {
    const before = (await active()) ?? "";
    const writer = files.write();
    await restart(before);
    const { failed } = await writer.stop();
    expect([failed, await active()]).toEqual([0, before === "name-0" ? "name-1" : "name-0"]);
    expect(await files.missing("all")).toEqual([]);
  });

  test("nothing is left over when the service has ended", { timeout: LIMIT }, async () => {
    await service.end();
    expect([...service.processes().keys()]).toEqual([]);
  });
});

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileSystemClient, type FileSystemClient } from "@reeve/file-system-client";
import { readSite } from "@reeve/site-xml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { titled } from "../real-engine.ts";
import { type ServiceProgram, serviceProgram, until } from "../service-program.ts";
import { missingForFileSystem } from "./available.ts";
import { fileSystem, WAIT } from "./definition.ts";
import { type Files, openFiles } from "./files.ts";
import { fileSystemShell } from "./shell.ts";

/**
 * On some systems, such as macOS, 127.0.0.1 is the only address of this machine that nodes can listen on. The service of this test finds
 * no other, so all nodes share it and get different ports.
 */

const missing = await missingForFileSystem();
const ONLY_ONE = `
import { Server } from "node:net";
const { listen } = Server.prototype;
Server.prototype.listen = function (...given) {
  const [first, second] = given;
  const host = typeof first === "object" ? first?.host : second;
  if (typeof host !== "string" || !/^127\\./.test(host) || host === "127.0.0.1") return listen.apply(this, given);
  const error = Object.assign(new Error("not an address of this machine: " + host), { code: "EADDRNOTAVAIL" });
  process.nextTick(() => this.emit("error", error));
  return this;
};
`;

describe.skipIf(missing !== undefined)(titled("a file system on a machine with one address", missing), () => {
  let service: ServiceProgram<FileSystemClient>;
  let files: Files;
  const folder = mkdtempSync(join(tmpdir(), "reeve-one-address-"));
  const { NODE_OPTIONS } = process.env;

  beforeAll(async () => {
    const preload = join(folder, "only-one.mjs");
    writeFileSync(preload, ONLY_ONE);
    service = serviceProgram("one", fileSystem("V2"), createFileSystemClient);
    process.env.NODE_OPTIONS = `--import ${preload}`;
    await service.start().finally(() => {
      if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS;
      else process.env.NODE_OPTIONS = NODE_OPTIONS;
    });
    await service.client.plans.wait({ plan: "deploy" }, { within: WAIT.timeout });
    files = openFiles(await service.client.endpoints.fsSite());
  }, WAIT.timeout);
  afterAll(() => service?.[Symbol.dispose](), 60_000);

  test("the documents contain the ports on which name nodes and journals listen", WAIT, async () => {
    const site = readSite(await service.client.endpoints.fsSite());
    const property = (name: RegExp) => [...site.properties].find((each) => name.test(each.name))?.value ?? "";
    const names = [0, 1].flatMap((index) =>
      ["rpc", "http"].map((kind) => property(new RegExp(`^dfs\\.namenode\\.${kind}-address\\..*name-${index}-node$`))),
    );
    const journals = property(/^dfs\.namenode\.shared\.edits\.dir$/).match(/[\d.]+:\d+/g) ?? [];
    const all = [...names, ...journals, ...(property(/^ha\.zookeeper\.quorum$/).match(/[\d.]+:\d+/g) ?? [])];
    expect(all).toHaveLength(8);
    expect(new Set(all).size).toBe(8);
    expect(all.filter((address) => !address.startsWith("127.0.0.1:"))).toEqual([]);
  });

  test("a client with the documents alone writes and reads through a failover", WAIT, async () => {
    const [fsSite, coreSite] = [await service.client.endpoints.fsSite(), await service.client.endpoints.coreSite()];
    const shell = await fileSystemShell({ fsSite, coreSite });
    const local = join(folder, "file");
    writeFileSync(local, "kept");
    await shell("-put", local, "/kept-by-shell");
    const writer = files.write();
    await until(() => files.acknowledged > 5, WAIT.timeout);
    const active = (await service.client.status.show()).active ?? "";
    process.kill(service.processes().get(`${active}-node`)?.[0] ?? 0, "SIGKILL");
    await until(async () => ![null, active].includes((await service.client.status.show()).active), WAIT.timeout);
    const before = files.acknowledged;
    await until(() => files.acknowledged > before + 5, WAIT.timeout);
    await writer.stop();
    expect(await files.missing("all")).toEqual([]);
    expect(await shell("-cat", "/kept-by-shell")).toBe("kept");
  });
});

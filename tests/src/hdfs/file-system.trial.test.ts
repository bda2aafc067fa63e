import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AnyApi } from "@reeve/contract";
import { createFileSystemClient, type FileSystemClient } from "@reeve/file-system-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apis } from "../apis.ts";
import { documentedRows } from "../documented-rows.ts";
import { titled } from "../real-engine.ts";
import { type ServiceProgram, serviceProgram, until } from "../service-program.ts";
import { expectAnswer, type Walker, walker } from "../walk.ts";
import { missingForFileSystem } from "./available.ts";
import { fileSystem, WAIT } from "./definition.ts";
import { type Files, openFiles } from "./files.ts";
import { fileSystemShell, type Shell } from "./shell.ts";

/**
 * Checks that no acknowledged data is lost, with the file system's own shell and with a WebHDFS client. Both are configured only with the
 * documents of the service.
 */

const missing = await missingForFileSystem();
const api = apis.find(({ name }) => name === "file-system") as AnyApi;
const rows = documentedRows.filter((row) => row.api === "file-system");

describe.skipIf(missing !== undefined)(titled("a real file system", missing), () => {
  let service: ServiceProgram<FileSystemClient>;
  let walk: Walker;
  let files: Files;
  let shell: Shell;
  /** The files that the shell has written, with the checksums that they had then. */
  const put = new Map<string, string>();
  const local = mkdtempSync(join(tmpdir(), "reeve-files-"));
  const own = (path: string) => `/reeve/v1/services/${service.name}${path}`;
  const pids = () => new Map([...service.processes()].map(([task, [pid = 0]]) => [task.replace(/-node$/, ""), pid]));

  beforeAll(async () => {
    service = serviceProgram("files", fileSystem("V2"), (reached) => createFileSystemClient(reached));
    await service.start();
    walk = walker(service, service.name, WAIT.timeout);
    const begun = Date.now();
    await walk.quiet();
    console.log(`deployed in ${seconds(begun)}`);
    const document = async (name: string) => (await walk.send("GET", `/service/${service.name}/v1/endpoints/${name}`)).text;
    const [fsSite, coreSite] = [await document("fs-site.xml"), await document("core-site.xml")];
    files = openFiles(fsSite);
    shell = await fileSystemShell({ fsSite, coreSite });
  }, WAIT.timeout);
  afterAll(() => service?.[Symbol.dispose](), 60_000);

  /** Performs an action while files are written, and checks that every file that was acknowledged meanwhile can be read. */
  async function underWrites(what: string, act: () => Promise<void>): Promise<void> {
    const [begun, before] = [Date.now(), files.acknowledged];
    const writer = files.write();
    await until(() => files.acknowledged > before + 5, WAIT.timeout);
    await Promise.all([act(), putByShell()]);
    await walk.quiet();
    const { failed, longest } = await writer.stop();
    const written = files.acknowledged - before;
    console.log(`${what}: ${seconds(begun)}, ${written} acknowledged, ${failed} refused, longest silence ${longest} ms`);
    expect(await files.missing("new")).toEqual([]);
    expect(await checksums()).toEqual(put);
  }

  async function putByShell(): Promise<void> {
    const name = `shell-${put.size}`;
    writeFileSync(join(local, name), randomBytes(3_000_000));
    await shell("-put", join(local, name), `/${name}`);
    put.set(`/${name}`, (await checksums()).get(`/${name}`) ?? "");
  }

  /** The checksums of all files that the shell has written, computed by the data nodes. */
  async function checksums(): Promise<ReadonlyMap<string, string>> {
    const lines = (await shell("-checksum", "/shell-*")).trim().split("\n");
    return new Map(lines.map((line) => line.split("\t") as [string, string, string]).map(([path, , sum]) => [path, sum]));
  }

  test("no process listens on all addresses", () => {
    expect([...pids().values()].flatMap(listeningOnAll)).toEqual([]);
  });

  test("the active name node hands over before its restart", WAIT, async () => {
    const active = await activeName();
    await underWrites(`${active} restarted`, async () => {
      await walk.send("POST", own(`/nodes/${active}/restart`));
      await walk.quiet();
      expect(await activeName()).not.toBe(active);
    });
  });

  test("after a kill of the active name node, the other one takes over", WAIT, async () => {
    const active = (await activeName()) ?? "";
    await underWrites(`${active} killed`, async () => {
      const pid = pids().get(active) ?? 0;
      process.kill(pid, "SIGKILL");
      await until(async () => ![undefined, active].includes(await activeName()), WAIT.timeout);
      await until(() => ![undefined, pid].includes(pids().get(active)), WAIT.timeout);
    });
  });

  test("all pods are restarted one after another", WAIT, async () => {
    const before = pids();
    await underWrites("every pod restarted", async () => {
      for (const node of before.keys()) {
        const request = await walk.send("POST", own(`/nodes/${node}/restart`));
        expect(request.status, request.text).toBe(200);
      }
      await walk.quiet();
    });
    expect([...pids().values()].filter((pid) => [...before.values()].includes(pid))).toEqual([]);
  });

  test.each(["journal-1", "name-0", "name-1", "fc-0", "data-2"])(
    "%s is replaced",
    async (node) => {
      await underWrites(`${node} replaced`, async () => {
        const request = await walk.send("POST", own(`/nodes/${node}/replace`));
        expect(request.status, request.text).toBe(200);
        await walk.quiet();
      });
    },
    WAIT.timeout,
  );

  test("the status agrees with the file system's own", WAIT, async () => {
    const { active, name_nodes: names, data_nodes: data, space, blocks } = await service.client.status.show();
    expect(active).toBe(await activeName());
    expect(Object.values(names).sort()).toEqual(["active", "standby"]);
    expect(data).toEqual({ live: 3, decommissioning: 0 });
    expect(space?.used).toBeGreaterThan(3_000_000);
    expect(blocks).toEqual({ all: expect.any(Number), under_replicated: 0, missing: 0 });
    expect(blocks?.all).toBeGreaterThanOrEqual(files.acknowledged);
  });

  test("a data node is added, and then removed after its blocks have been copied", WAIT, async () => {
    const reasons = new Set<string>();
    await underWrites("data-3 added", async () => {
      await service.deploy(fileSystem("V2", { dataNodes: 4 }));
      await walk.quiet();
    });
    expect((await service.client.status.show()).data_nodes?.live).toBe(4);
    await underWrites("data-3 taken away", async () => {
      await service.deploy(fileSystem("V2"));
      await until(async () => {
        const text = JSON.stringify(await service.client.plans.show({ plan: "deploy" }));
        for (const [, reason = ""] of text.matchAll(/"reason":"([^"]*decommissioned[^"]*)"/g)) reasons.add(reason);
        return !service.processes().has("data-3-node");
      }, WAIT.timeout);
    });
    console.log([...reasons].join("; "));
    expect([...reasons].join()).toContain("it is being decommissioned");
  });

  test("memory is changed while the service is killed", WAIT, async () => {
    const before = pids();
    await underWrites("memory changed", async () => {
      await service.deploy(fileSystem("V2", { mem: 208 }));
      await until(() => pids().get("journal-1") !== before.get("journal-1"), WAIT.timeout);
      await service.kill();
      await sleep(2000);
      await service.start();
      await walk.quiet();
    });
    expect([...service.processes().values()].filter((of) => of.length > 1)).toEqual([]);
    for (const [node, pid] of pids()) {
      if (!node.startsWith("coordinator")) expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).toContain("-Xmx104m");
    }
  });

  test("V1 has its plans with a custom one, pauses nodes, and serves the documents, too", WAIT, async () => {
    const served = await service.client.endpoints.fsSite();
    await service.deploy(fileSystem("V1", { mem: 208 }));
    await walk.quiet();
    const v1 = createFileSystemClient({
      url: service.url,
      token: service.token,
      service: service.name,
      revision: "V1",
    });
    expect(await v1.endpoints.fsSite()).toBe(served);
    expect(await v1.plans.list()).toEqual(expect.arrayContaining(["deploy", "recovery", "rolling-data"]));
    const before = pids();
    await underWrites("the plan rolling-data", async () => {
      await v1.plans.start({ plan: "rolling-data" });
      await v1.plans.wait({ plan: "rolling-data" }, { within: WAIT.timeout });
    });
    const restarted = [...pids()].filter(([node, pid]) => before.get(node) !== pid).map(([node]) => node);
    expect(restarted.sort()).toEqual(["data-0", "data-1", "data-2"]);
    await underWrites("data-1 paused and back", async () => {
      await v1.pods.pause({ node: "data-1" });
      await until(async () => (await v1.nodes.show({ node: "data-1" })).state === "paused", WAIT.timeout);
      await v1.pods.restartAndWait({ node: "data-1" }, { within: WAIT.timeout });
    });
  });

  describe.each(["V2", "V1"] as const)("%s", (revision) => {
    beforeAll(() => service.deploy(fileSystem(revision, { mem: 208 })), WAIT.timeout);

    test.each(rows.flatMap((row) => row.methods.map((method) => [method, row.path, row] as const)))(
      "%s %s",
      async (method, _, row) => {
        expectAnswer(api, revision, method, row, await walk.walk(method, row));
      },
      WAIT.timeout,
    );
  });

  test("at the end every acknowledged file is there", WAIT, async () => {
    await walk.quiet();
    expect(await files.missing("all")).toEqual([]);
    await shell("-get", ...put.keys(), mkdtempSync(join(local, "back-")));
    const [back = ""] = readdirSync(local).filter((entry) => entry.startsWith("back-"));
    for (const path of put.keys()) {
      expect(readFileSync(join(local, back, path)).equals(readFileSync(join(local, path))), path).toBe(true);
    }
    console.log(`in all ${files.acknowledged} files over WebHDFS and ${put.size} by the shell, none missing`);
  });

  /** The name node that reports itself as active. */
  async function activeName(): Promise<string | undefined> {
    for (const [name, address] of files.nameNodes) {
      const url = `http://${address}/jmx?qry=Hadoop:service=NameNode,name=NameNodeStatus`;
      const text = await fetch(url, { signal: AbortSignal.timeout(3000) }).then(
        (answer) => answer.text(),
        () => "",
      );
      if (text.includes('"State" : "active"')) return name;
    }
    return undefined;
  }
});

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** The sockets of a process that listen on every address of the machine. */
function listeningOnAll(pid: number): readonly string[] {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  return ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local = "", , state, , , , , , inode = ""]) => state === "0A" && /^0+:/.test(local) && own.has(inode))
      .map(([, local = ""]) => local),
  );
}

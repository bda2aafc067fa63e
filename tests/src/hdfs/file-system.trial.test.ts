import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { AnyApi } from "@reeve/contract";
import { hdfsSoftware } from "@reeve/engine-hdfs/software";
import { type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apis } from "../apis.ts";
import { documentedRows } from "../documented-rows.ts";
import { missingFor, titled } from "../real-engine.ts";
import { expectAnswer, type Walker, walker } from "../walk.ts";
import { NAME, services, WAIT } from "./definition.ts";
import { type Files, openFiles } from "./files.ts";

const missing = await missingFor(hdfsSoftware);
const api = apis.find(({ name }) => name === "file-system") as AnyApi;
const rows = documentedRows.filter((row) => row.api === "file-system");
describe.skipIf(missing !== undefined)(titled("a real file system", missing), () => {
  let reeve: Reeve;
  let walk: Walker;
  let files: Files;
  const own = `/reeve/v1/services/${NAME}`;
  const document = async (name: string) => (await walk.send("GET", `/service/${NAME}/v1/endpoints/${name}`)).text;

  beforeAll(async () => {
    reeve = await startReeve(services("V2"));
    walk = walker(reeve, NAME, 400_000);
    await walk.quiet();
    files = openFiles(await document("fs-site.xml"));
  }, 500_000);
  afterAll(async () => {
    if (files) console.log(`${files.acknowledged} files were acknowledged`);
    await reeve?.close();
  }, 60_000);

  test("nothing listens on all addresses", () => {
    const open = [...pids().values()].flatMap(listeningOnAll);
    expect(open).toEqual([]);
  });

  test("when the active name node is killed the other takes over, and no file is lost", WAIT, async () => {
    const active = (await activeName()) ?? "";
    const writer = files.write();
    await expect.poll(() => files.acknowledged, { timeout: 60_000 }).toBeGreaterThan(10);
    const pid = pids().get(active) ?? 0;
    process.kill(pid, "SIGKILL");
    await expect.poll(activeName, { timeout: 60_000 }).not.toBe(active);
    await expect.poll(() => pids().get(active) ?? pid, { timeout: 60_000 }).not.toBe(pid);
    await walk.quiet();
    await writer.stop();
    expect(await files.missing()).toEqual([]);
  });

  test("all pods are restarted one after another while files are written", WAIT, async () => {
    const before = pids();
    const writer = files.write();
    for (const node of before.keys()) {
      const asked = await walk.send("POST", `${own}/nodes/${node}/restart`);
      expect(asked.status, asked.text).toBe(200);
    }
    await walk.quiet();
    await writer.stop();
    expect([...pids().values()].filter((pid) => [...before.values()].includes(pid))).toEqual([]);
    expect(await files.missing()).toEqual([]);
  });

  test.each(["journal-1", "name-0", "name-1", "fc-0", "data-2"])(
    "no file is lost when %s is replaced",
    async (node) => {
      const writer = files.write();
      const asked = await walk.send("POST", `${own}/nodes/${node}/replace`);
      expect(asked.status, asked.text).toBe(200);
      await walk.quiet();
      await writer.stop();
      expect(await files.missing()).toEqual([]);
    },
    WAIT.timeout,
  );

  test("a changed setting is rolled out while files are written", WAIT, async () => {
    const before = pids();
    const writer = files.write();
    await reeve.deploy(services("V2", { NAME_NODE_HANDLER_COUNT: 12 }));
    await walk.quiet();
    await writer.stop();
    expect(pids().get("name-1")).not.toBe(before.get("name-1"));
    expect(await files.missing()).toEqual([]);
  });

  describe.each(["V2", "V1"] as const)("%s", (revision) => {
    beforeAll(async () => {
      await reeve.deploy(services(revision, { NAME_NODE_HANDLER_COUNT: 12 }));
    }, WAIT.timeout);

    test.each(rows.flatMap((row) => row.methods.map((method) => [method, row.path, row] as const)))(
      "%s %s",
      async (method, _, row) => {
        expectAnswer(api, revision, method, row, await walk.walk(method, row));
      },
      WAIT.timeout,
    );
  });

  /** The name node that says that it is active. */
  async function activeName(): Promise<string | undefined> {
    const names = [
      ...(await document("fs-site.xml")).matchAll(/http-address\.[^<]*\.(name-\d)-node<\/name>\s*<value>([^<]*)/g),
    ];
    for (const [, name, address] of names) {
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

/** The processes of the nodes, by id. */
function pids(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const node = new RegExp(`-Dnode=${NAME}/([a-z]+-\\d+)-node\\0`).exec(commandLine(pid))?.[1];
    if (node !== undefined) found.set(node, Number(pid));
  }
  return found;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
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

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "@reeve/java-software";
import { type BrokerProgram, run } from "./kafka-process.ts";

/** The daemons of a real file system, run by a separate program. */
export type FileSystemProgram = BrokerProgram;

const MEM = 192;

export async function startFileSystemScript(): Promise<FileSystemProgram> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-script-"));
  const child = run(["hdfs-script.ts", folder, String(MEM)]);
  const lines = createInterface(child.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    child.stdin?.write(`${line}\n`);
    await lines.next();
  };
  await lines.next();
  return {
    pid: child.pid ?? 0,
    roll: () => ask("roll"),
    async end() {
      await ask("end");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function startFileSystemService(): Promise<FileSystemProgram> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-service-"));
  const definition = join(folder, "definition.json");
  // Data nodes share one address, and another file system of this machine may have the documented ports.
  const [rpc, http, ipc] = await freePorts(3);
  const settings = { DATA_NODE_RPC_PORT: rpc, DATA_NODE_HTTP_PORT: http, DATA_NODE_IPC_PORT: ipc };
  const json = (mem: number) => {
    const pods = Object.fromEntries(["journal", "name", "fc", "data"].map((type) => [type, { mem }]));
    return JSON.stringify({ services: { hdfs: { kind: "file-system", engine: "hdfs", pods, settings } } });
  };
  writeFileSync(definition, json(MEM));
  const main = "../apps/service/src/main.ts";
  const child = run([main, "--json", "--state", join(folder, "state"), "--definition", definition]);
  const [line] = await once(child.stdout as NodeJS.ReadableStream, "data");
  const { url, token } = JSON.parse(String(line)) as { readonly url: string; readonly token: string };
  const headers = { authorization: `token=${token}` };
  const complete = async () => {
    for (;;) {
      const answer = await fetch(`${url}/service/hdfs/v1/plans/deploy`, { headers });
      if (answer.status === 200) return;
      if (answer.status === 417) throw new Error(await answer.text());
      await answer.body?.cancel();
      await sleep(20);
    }
  };
  await complete();
  let mem = MEM;
  return {
    pid: child.pid ?? 0,
    async roll() {
      mem += 2;
      const answer = await fetch(`${url}/reeve/v1/deploy`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: json(mem),
      });
      if (!answer.ok) throw new Error(await answer.text());
      await complete();
    },
    async end() {
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

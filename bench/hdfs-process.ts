import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePorts } from "@reeve/java-software";
import { type BrokerProgram, run } from "./kafka-process.ts";
import { startService } from "./service-program.ts";

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
  // Data nodes share one address, and another file system of this machine may have the documented ports.
  const [rpc, http, ipc] = await freePorts(3);
  const settings = { DATA_NODE_RPC_PORT: rpc, DATA_NODE_HTTP_PORT: http, DATA_NODE_IPC_PORT: ipc };
  return startService("hdfs", MEM, (mem) => {
    const pods = Object.fromEntries(["journal", "name", "fc", "data"].map((type) => [type, { mem }]));
    return { kind: "file-system", engine: "hdfs", pods, settings };
  });
}

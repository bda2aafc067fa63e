import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { run } from "./kafka-process.ts";
import { startService } from "./service-program.ts";

/** A cluster of real database nodes, run by a separate program. */
export interface DatabaseProgram {
  /** The addresses for clients. */
  addresses(): Promise<readonly string[]>;
  /** Restarts all nodes one after another; resolves when the last one serves again. */
  roll(): Promise<void>;
  /** Makes a backup with a new name. */
  backUp(): Promise<void>;
  /** Restores the last backup; its keyspaces must not exist. */
  restore(): Promise<void>;
  end(): Promise<void>;
}

/** Milliseconds between two reads of the plan of a backup or a restore, which take little more than a second. */
const MAINTENANCE_POLL = 50;

export async function startDatabaseScript(nodes: number): Promise<DatabaseProgram> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-script-"));
  const child = run(["cassandra-script.ts", folder, "640", String(nodes)]);
  const lines = createInterface(child.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("the bare script of the database has failed");
    return value;
  };
  const ask = async (line: string) => {
    child.stdin?.write(`${line}\n`);
    await next();
  };
  await next();
  let backups = 0;
  return {
    async addresses() {
      child.stdin?.write("nodes\n");
      const addresses = await next();
      await next();
      return JSON.parse(addresses);
    },
    roll: () => ask("roll"),
    backUp: () => ask(`backup ${join(folder, `backup-${++backups}`)}`),
    restore: () => ask(`restore ${join(folder, `backup-${backups}`)}`),
    async end() {
      if (child.exitCode === null) await ask("end");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function startDatabaseService(nodes: number): Promise<DatabaseProgram> {
  const service = await startService("cassandra", 640, (mem) => {
    return { kind: "wide-column", engine: "cassandra", settings: { NODE_COUNT: nodes, NODE_MEM: mem } };
  });
  let backups = 0;
  const maintain = async (name: string) => {
    const place = { external_location: "s3://bench", s3_access_key: "any", s3_secret_key: "any" };
    await service.send("PUT", `/service/cassandra/v1/${name}/start`, { backup_name: `bench-${backups}`, ...place });
    await service.complete(name, MAINTENANCE_POLL);
  };
  return {
    addresses: async () => JSON.parse(await service.send("GET", "/service/cassandra/v1/connection")).nodes,
    roll: () => service.roll(),
    backUp() {
      backups++;
      return maintain("backup");
    },
    restore: () => maintain("restore"),
    end: () => service.end(),
  };
}

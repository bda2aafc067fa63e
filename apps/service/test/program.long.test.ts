import { readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { startReeve } from "../src/index.ts";
import { ask, eventually, temporaryFolder } from "./running.ts";
import { spawnReeve } from "./spawned.ts";

test("a definition file is watched: a valid one is deployed, an invalid one is logged and changes nothing", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "cluster.yaml");
  const write = (mem: number, extra = "") =>
    writeFileSync(file, `services:\n  kafka: { kind: broker, pace: 0, settings: { BROKER_MEM: ${mem} } }\n${extra}`);
  write(1000);
  await using reeve = await startReeve(undefined, { definitionFile: file, listen: false });
  const mem = async () =>
    ((await ask(reeve, "GET /service/kafka/v1/configurations/target")).body as { brokerConfiguration: { mem: number } }).brokerConfiguration
      .mem;
  const refused = async () =>
    ((await ask(reeve, "GET /reeve/v1/info")).body as { definition: { refused: string | null } }).definition.refused;
  expect(await mem()).toBe(1000);
  write(2000);
  await eventually(async () => ((await mem()) === 2000 ? true : undefined));
  write(3000, "nonsense: 1\n");
  expect(await eventually(async () => (await refused()) ?? undefined)).toContain(`${file}:3:1: nonsense: there is no such field`);
  expect(await mem()).toBe(2000);
  write(4000);
  await eventually(async () => ((await mem()) === 4000 ? true : undefined));
  expect(await refused()).toBeNull();
});

describe("the program", () => {
  test("prints a report, reads its file again on a signal, exits with code 0, and continues where it was after a restart", async () => {
    using folder = temporaryFolder();
    const state = join(folder.path, "state");
    const file = join(folder.path, "cluster.yaml");
    writeFileSync(file, "services: { kafka: { kind: broker, pace: 0 } }\n");
    const first = await spawnReeve("--state", state, "--definition", file, "--revision", "broker=R1");
    expect(Object.keys(first).slice(0, 4)).toEqual(["url", "token", "tokenFile", "services"]);
    expect(first.services).toEqual([{ name: "kafka", kind: "broker", revision: "R1" }]);
    await eventually(async () => ((await ask(first, "GET /service/kafka/v1/plan")).status === 200 ? true : undefined));
    writeFileSync(file, "services: { kafka: { kind: broker, pace: 0, settings: { BROKER_COUNT: 4 } } }\n");
    first.signal("SIGHUP");
    await eventually(async () => ((await ask(first, "GET /service/kafka/v1/brokers")).text.includes('"3"') ? true : undefined));
    const plan = await eventually(async () => {
      const shown = await ask(first, "GET /service/kafka/v1/plan");
      return shown.status === 200 ? shown.text : undefined;
    });
    first.signal("SIGTERM");
    expect(await first.ended()).toBe(0);
    const second = await spawnReeve("--state", state);
    expect([second.token, second.services]).toEqual([first.token, first.services]);
    expect((await ask(second, "GET /service/kafka/v1/plan")).text).toBe(plan);
    expect(statSync(join(state, "service.log")).mode & 0o777).toBe(0o600);
    await expect(spawnReeve("--state", state)).rejects.toThrow(new RegExp(`ended with 7: error: .*${second.child.pid}`));
    second.signal("SIGINT");
    expect(await second.ended()).toBe(0);
  });

  test("writes files for its user only, whatever the umask, and warns of a port of the network without TLS", async () => {
    using folder = temporaryFolder();
    const state = join(folder.path, "state");
    const before = process.umask(0);
    const reeve = await spawnReeve("--state", state, "--host", "0.0.0.0").finally(() => process.umask(before));
    await ask(reeve, "POST /service/kafka/v1/topics?name=a&partitions=1&replication=1");
    const paths = readdirSync(state, { recursive: true, encoding: "utf8" }).map((path) => join(state, path));
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
    expect(reeve.stderr()).toContain("readable: 0.0.0.0: the service can be reached over the network without TLS");
    reeve.signal("SIGTERM");
    expect(await reeve.ended()).toBe(0);
  });

  test("says in one sentence why it could not stop properly, after everything else is closed", async () => {
    using folder = temporaryFolder();
    const broken = `data:text/javascript,${encodeURIComponent(`
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      process.once("SIGTERM", () => {
        fs.closeSync = () => { throw new Error("EIO: i/o error, close"); };
        syncBuiltinESMExports();
      });
    `)}`;
    vi.stubEnv("NODE_OPTIONS", `--import ${broken}`);
    const first = await spawnReeve("--state", folder.path).finally(() => vi.unstubAllEnvs());
    first.signal("SIGTERM");
    expect(await first.ended()).toBe(1);
    expect(first.stderr()).toBe(
      "not-closed: audit log: EIO: i/o error, close\nerror: the service failed to stop properly: EIO: i/o error, close\n",
    );
    const second = await spawnReeve("--state", folder.path);
    second.signal("SIGTERM");
    expect(await second.ended()).toBe(0);
  });

  test("runs in the background", async () => {
    using folder = temporaryFolder();
    const report = await spawnReeve("--state", folder.path, "--detach");
    expect(await report.ended()).toBe(0);
    expect((await ask(report, "GET /reeve/v1/info")).status).toBe(200);
    process.kill((report as unknown as { pid: number }).pid, "SIGTERM");
    await eventually(async () =>
      ask(report, "GET /health").then(
        () => undefined,
        () => true,
      ),
    );
  });

  test("says in one sentence why it does not start", async () => {
    using folder = temporaryFolder();
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };
    const state = ["--state", join(folder.path, "state")] as const;
    await expect(spawnReeve(...state, "--port", String(port))).rejects.toThrow(
      `ended with 7: error: 127.0.0.1:${port} is in use already: choose another port`,
    );
    taken.close();
    await expect(spawnReeve(...state, "--definition", "/nowhere.yaml")).rejects.toThrow(
      "ended with 2: error: /nowhere.yaml cannot be read: there is no such file",
    );
    await expect(spawnReeve("--state", "/dev/null/state")).rejects.toThrow(
      /ended with 2: error: \/dev\/null\/state cannot be used as the state folder \(\w+\): choose another folder/,
    );
    await expect(spawnReeve("--revision", "broker=R9")).rejects.toThrow(
      "ended with 2: error: --revision broker=R9: the revisions of the broker API are R1, R2, R3",
    );
    await expect(spawnReeve("--prot", "1")).rejects.toThrow("ended with 2: error: unknown flag --prot for reeve up");
  });
});

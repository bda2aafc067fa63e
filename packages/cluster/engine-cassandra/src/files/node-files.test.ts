import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ObjectStore, objectStores } from "@reeve/backups";
import type { Clock, NodeView } from "@reeve/orchestrator/engine";
import { describe, expect, onTestFinished, test } from "vitest";
import { type SpawnedProgram, spawnProgram } from "../../test/spawned-program.ts";
import { type NodeFiles, nodeFiles } from "./node-files.ts";

const { signal } = new AbortController();

/** A clock on which requests are repeated at once, and on which no request is late. */
const clock: Clock = {
  now: () => 0,
  after: (milliseconds, run) => {
    const timer = milliseconds === 1000 ? setImmediate(run) : undefined;
    return () => clearImmediate(timer);
  },
};

interface Opened {
  readonly folder: string;
  readonly files: NodeFiles;
  readonly place: ObjectStore;
  /** The shells that were started so far. */
  readonly shells: readonly SpawnedProgram[];
  /** What was reported. */
  readonly reports: readonly string[];
}

/** Opens the files of a node on this machine, or those of a node that is reached through shells. */
async function opened(where: "here" | "elsewhere", env = process.env): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), "node files "));
  const shells: SpawnedProgram[] = [];
  const reports: string[] = [];
  const open = nodeFiles({
    node: () => ({ tasks: [{ state: "running", taskId: "node-0-node__1" }] }) as unknown as NodeView,
    clock,
    ...(where === "elsewhere" && {
      exec: async (_task: string, command: readonly string[]) => {
        const shell = spawnProgram(command, env);
        shells.push(shell);
        return shell;
      },
    }),
  });
  const files = open("node-0", { signal, report: (message) => void reports.push(message) });
  onTestFinished(async () => {
    await files[Symbol.asyncDispose]();
    await Promise.all(shells.map(({ ended }) => ended));
    rmSync(folder, { recursive: true });
  });
  const place = await objectStores({ folder: join(folder, "objects") })("s3://backups", {
    accessKey: "",
    secretKey: "",
  });
  return { folder, files, place, shells, reports };
}

/** Describes a file with this content. */
const fileOf = (path: string, content: Uint8Array) => ({
  path,
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

describe.each(["here", "elsewhere"] as const)("the files of a node that runs %s", (where) => {
  test("are listed, and a missing folder has none", async () => {
    const { folder, files } = await opened(where);
    mkdirSync(join(folder, "data/a folder"), { recursive: true });
    writeFileSync(join(folder, "data/empty"), "");
    writeFileSync(join(folder, "data/a:b"), "12345");
    expect(await files.folders(join(folder, "data"))).toEqual(["a folder"]);
    const found = await files.files(join(folder, "data"));
    expect(found.map(({ name, bytes }) => `${name} ${bytes}`).sort()).toEqual(["a:b 5", "empty 0"]);
    expect(await files.folders(join(folder, "none"))).toEqual([]);
    expect(await files.files(join(folder, "none"))).toEqual([]);
    expect(await files.files(join(folder, "data/a folder"))).toEqual([]);
  });

  test("have checksums, unless they are missing or have another size", async () => {
    const { folder, files } = await opened(where);
    const file = fileOf(join(folder, "one"), Buffer.from("content"));
    expect(await files.sha256(file)).toBeUndefined();
    writeFileSync(file.path, "content");
    expect(await files.sha256(file)).toBe(file.sha256);
    expect(await files.sha256({ ...file, bytes: 6 })).toBeUndefined();
  });

  test.each([
    ["empty", 0],
    ["short", 10],
    ["long", 3_000_001],
  ])("are stored and come back as they were (%s)", async (name, size) => {
    const { folder, files, place } = await opened(where);
    const content = randomBytes(size);
    const given = fileOf(join(folder, name), content);
    writeFileSync(given.path, content);
    await files.upload(given, "key", place);
    const target = { ...given, path: join(folder, "new folder/in it", name) };
    expect(await files.download("key", target, place)).toBe("complete");
    expect(readFileSync(target.path).equals(content)).toBe(true);
    expect(readdirSync(join(folder, "new folder/in it"))).toEqual([name]);
    await files.remove(join(folder, "new folder"));
    expect(existsSync(join(folder, "new folder"))).toBe(false);
    await files.remove(join(folder, "new folder"));
  });

  test("are missing or damaged if the object is, and can be used afterwards", async () => {
    const { folder, files, place } = await opened(where);
    const file = fileOf(join(folder, "file"), Buffer.from("content"));
    expect(await files.download("key", file, place)).toBe("missing");
    for (const other of ["CONTENT", "cont", "content and more", ""]) {
      await place.put("key", Buffer.from(other), signal);
      expect(await files.download("key", file, place)).toBe("damaged");
    }
    await place.put("key", Buffer.from("content"), signal);
    expect(await files.download("key", file, place)).toBe("complete");
  });
});

test("files on another machine are refused if the runtime cannot run programs next to nodes", async () => {
  const { folder, files } = await opened("here");
  await files.expectFolder(folder);
  await expect(files.expectFolder(join(folder, "none"))).rejects.toThrow("the files of node-0 are not on this machine");
});

describe("shells next to a node", () => {
  test("are used again, one for each request at the same time", async () => {
    const { folder, files, shells } = await opened("elsewhere");
    for (let count = 0; count < 3; count++) await files.files(folder);
    expect(shells).toHaveLength(1);
    await Promise.all([files.files(folder), files.files(folder)]);
    expect(shells).toHaveLength(2);
  });

  test("are started again if they are lost, and the request is repeated", async () => {
    const { folder, files, place, shells, reports } = await opened("elsewhere");
    const content = randomBytes(2_000_000);
    const file = fileOf(join(folder, "file"), content);
    await place.put("key", content, signal);
    await files.files(folder);
    let kills = 0;
    /** A store whose first three downloads lose the shell in their middle. */
    const killing: ObjectStore = {
      ...place,
      async getContent(key, aborted) {
        const whole = await place.getContent(key, aborted);
        if (!whole || kills === 3) return whole;
        kills++;
        return (async function* () {
          yield content.subarray(0, 1_000_000);
          expect(existsSync(file.path)).toBe(false);
          shells.at(-1)?.process.kill("SIGKILL");
          yield content.subarray(1_000_000);
        })();
      },
    };
    expect(await files.download("key", file, killing)).toBe("complete");
    expect([kills, shells.length]).toEqual([3, 4]);
    expect(readFileSync(file.path).equals(content)).toBe(true);
    expect(reports[0]).toMatch(/^waiting, because the files of node-0 cannot be reached: /);
  });

  test("store nothing of a file that they cannot read to its end", async () => {
    const { folder, files, place, shells } = await opened("elsewhere");
    const content = randomBytes(2_000_000);
    const file = fileOf(join(folder, "file"), content);
    writeFileSync(file.path, content);
    let isKilled = false;
    const killing: ObjectStore = {
      ...place,
      putContent: (key, given, digest, aborted) => {
        if (isKilled) return place.putContent(key, given, digest, aborted);
        isKilled = true;
        const torn = async function* () {
          for await (const piece of given) {
            yield piece;
            shells.at(-1)?.process.kill("SIGKILL");
          }
        };
        return place.putContent(key, torn(), digest, aborted).finally(async () => {
          expect(await place.size(key, signal)).toBeUndefined();
        });
      },
    };
    await files.upload(file, "key", killing);
    expect(Buffer.from((await place.get("key", signal)) ?? []).equals(content)).toBe(true);
    expect(shells).toHaveLength(2);
  });

  test("that fail say why, and the request is not repeated", async () => {
    const { folder, files, place, shells } = await opened("elsewhere");
    writeFileSync(join(folder, "file"), "");
    const content = randomBytes(2_000_000);
    await place.put("key", content, signal);
    const target = fileOf(join(folder, "file/below a file"), content);
    await expect(files.download("key", target, place)).rejects.toThrow(/exit code 1: .*file/);
    expect(shells).toHaveLength(1);
  });

  test("name a program that the image lacks", async () => {
    const { folder, files } = await opened("elsewhere", { PATH: "/nowhere" });
    await expect(files.files(folder)).rejects.toThrow("the node's image lacks the program cat");
  });

  test("that cannot be started within two minutes fail with the reason", async () => {
    let time = 0;
    const later: Clock = { ...clock, now: () => time };
    const open = nodeFiles({
      node: () => ({ tasks: [{ state: "running", taskId: "node-0-node__1" }] }) as unknown as NodeView,
      clock: later,
      exec: async () => {
        time += 50_000;
        throw new Error("the API server does not answer");
      },
    });
    await using files = open("node-0", { signal, report: () => undefined });
    await expect(files.files("/data")).rejects.toThrow("the files of node-0 cannot be reached: the API server does not answer");
    expect(time).toBe(200_000);
  });
});

import { createFileSystemClient, type FileSystemClient } from "@reeve/file-system-client";
import { generator, seed } from "@reeve/testing/seeded";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killAtRandom, WELL_WITHIN } from "../random-kills.ts";
import { titled } from "../real-engine.ts";
import { type ServiceProgram, serviceProgram } from "../service-program.ts";
import { missingForFileSystem } from "./available.ts";
import { fileSystem } from "./definition.ts";
import { type Files, openFiles } from "./files.ts";

/**
 * `npm run trial file-system-kills` kills the service or a node REEVE_HDFS_KILLS times, at random moments of rollouts, restarts and
 * replacements, while a WebHDFS client writes. It checks that every plan completes, no node runs twice, every acknowledged file is there,
 * and no process remains.
 */

const kills = Number(process.env.REEVE_HDFS_KILLS ?? 0);
const missing = kills === 0 ? "a trial of its own" : await missingForFileSystem();
const random = generator(seed);
/** A file system without a custom plan, because a plan that is never started never completes. */
const withoutPlans = (options: Parameters<typeof fileSystem>[1] = {}) => ({ ...fileSystem("V2", options), plans: {} });
/**
 * The number of processes: the coordination service, three journals, two name nodes with a failover controller each, and three data nodes.
 */
const RUNNING = 11;

describe.skipIf(missing !== undefined)(titled("a file system, killed at random", missing), () => {
  let service: ServiceProgram<FileSystemClient>;
  let files: Files;

  beforeAll(async () => {
    service = serviceProgram("files", withoutPlans(), createFileSystemClient);
    await service.start();
    await service.client.plans.wait({ plan: "deploy" }, { within: WELL_WITHIN });
    files = openFiles(await service.client.endpoints.fsSite());
  }, WELL_WITHIN + 60_000);
  afterAll(() => service?.[Symbol.dispose](), 60_000);

  /** Returns a random node. The only coordination server can be restarted, but it is not replaced without force. */
  function anyNode(action: "restart" | "replace"): string {
    const ids = [...service.processes().keys()].flatMap((task) => /^(.*)-node$/.exec(task)?.[1] ?? []);
    const possible = action === "restart" ? ids : ids.filter((id) => !id.startsWith("coordinator"));
    return possible[Math.floor(random() * possible.length)] ?? "data-0";
  }

  async function change(action: "restart" | "replace"): Promise<void> {
    const target = `/reeve/v1/services/${service.name}/nodes/${anyNode(action)}/${action}`;
    const headers = { authorization: `token=${service.token}` };
    const answer = await fetch(service.url + target, { method: "POST", headers });
    if (!answer.ok) throw new Error(`${target}: ${await answer.text()}`);
  }

  test(`after ${kills} kills (seed ${seed}), every plan completes, no task runs twice and no file is missing`, {
    timeout: 60_000 + kills * 300_000,
  }, async () => {
    // Files are written slowly, because the blocks of all files are copied whenever a data node is replaced.
    const writer = files.write(500);
    const changes = {
      rollout: (round: number) => service.deploy(withoutPlans({ mem: round % 2 === 0 ? 200 : 192 })),
      restart: () => change("restart"),
      replace: () => change("replace"),
    };
    const twice = await killAtRandom({ service, running: RUNNING, kills, random, changes });
    const { failed, longest } = await writer.stop();
    console.log(`${files.acknowledged} files acknowledged, ${failed} refused, longest silence ${longest} ms`);
    expect(twice).toEqual([]);
    expect(await files.missing("all")).toEqual([]);
    await service.end();
    expect([...service.processes().keys()]).toEqual([]);
  });
});

import { createFileSystemClient, type FileSystemClient } from "@reeve/file-system-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { titled } from "../real-engine.ts";
import { type ServiceProgram, serviceProgram, until } from "../service-program.ts";
import { type Walker, walker } from "../walk.ts";
import { missingForFileSystem } from "./available.ts";
import { fileSystem, WAIT } from "./definition.ts";
import { type Files, openFiles } from "./files.ts";

/** With three servers, the coordination service tolerates the loss of one of them while the active name node is lost, too. */

const missing = await missingForFileSystem();

describe.skipIf(missing !== undefined)(titled("a file system with three coordinators", missing), () => {
  let service: ServiceProgram<FileSystemClient>;
  let walk: Walker;
  let files: Files;
  const pid = (node: string) => service.processes().get(`${node}-node`)?.[0];
  const active = async () => (await service.client.status.show()).active ?? undefined;

  beforeAll(async () => {
    service = serviceProgram("coordinated", fileSystem("V2", { coordinators: 3 }), createFileSystemClient);
    await service.start();
    walk = walker(service, service.name, WAIT.timeout);
    await walk.quiet();
    files = openFiles(await service.client.endpoints.fsSite());
  }, WAIT.timeout);
  afterAll(() => service?.[Symbol.dispose](), 60_000);

  async function underWrites(what: string, act: () => Promise<void>): Promise<void> {
    const before = files.acknowledged;
    const writer = files.write();
    await until(() => files.acknowledged > before + 5, WAIT.timeout);
    await act();
    await walk.quiet();
    const { failed, longest } = await writer.stop();
    console.log(`${what}: ${files.acknowledged - before} acknowledged, ${failed} refused, longest silence ${longest} ms`);
    expect(await files.missing("new")).toEqual([]);
  }

  test("the standby name node takes over while a coordinator is down", WAIT, async () => {
    const first = (await active()) ?? "";
    await underWrites(`coordinator-1 and ${first} killed`, async () => {
      const killed = ["coordinator-1", first].map((node) => [node, pid(node) ?? 0] as const);
      for (const [, process_] of killed) process.kill(process_, "SIGKILL");
      await until(async () => ![undefined, first].includes(await active()), WAIT.timeout);
      await until(() => killed.every(([node, old]) => ![undefined, old].includes(pid(node))), WAIT.timeout);
    });
  });

  test("all coordinators are replaced one after another", WAIT, async () => {
    await underWrites("all coordinators replaced", async () => {
      for (const node of ["coordinator-0", "coordinator-1", "coordinator-2"]) {
        const old = pid(node);
        const request = await walk.send("POST", `/reeve/v1/services/${service.name}/nodes/${node}/replace`);
        expect(request.status, request.text).toBe(200);
        await until(() => ![undefined, old].includes(pid(node)), WAIT.timeout);
        await walk.quiet();
      }
    });
    expect(await files.missing("all")).toEqual([]);
  });
});

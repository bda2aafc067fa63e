import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProvisioner, openInstallation } from "../src/index.ts";
import { type SampleRepository, sampleRepository, status } from "./sample-repository.ts";
import { distributionOfVersion, sampleSoftware } from "./sample-software.ts";

let folder: string;
let repository: SampleRepository;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "reeve service "));
  mkdirSync(join(folder, "bin"));
  script("java", `echo 'openjdk version "17.0.15"' >&2`);
  repository = await sampleRepository();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function script(name: string, body: string): void {
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, "bin", name), 0o755);
}

/** Each fetch downloads two jars. */
const fetches = () => repository.requests.length / 2;
const environment = () => ({ PATH: join(folder, "bin"), HOME: folder, REEVE_MAVEN_REPOSITORY: repository.url });
const open = () => openInstallation({ software: sampleSoftware, folder: join(folder, "engines"), environment: environment() });
/** Makes the provisioner of a new service process. */
const service = () => createProvisioner(open(), environment())(() => undefined);

test("software that was removed under a service is fetched again for the next launch", async () => {
  const { prepare } = service();
  const { classPath } = await prepare();
  await Promise.all([prepare(), prepare()]);
  expect(fetches()).toBe(1);
  expect(await open().remove()).toBe(true);
  await Promise.all([prepare(), prepare()]);
  expect(fetches()).toBe(2);
  expect(readFileSync(classPath.split(":")[0] ?? "", "utf8")).toBe("good");
});

test("a jar that was changed under a service is not used, even with its old mtime", async () => {
  const { prepare } = service();
  const jar = (await prepare()).classPath.split(":")[1] ?? "";
  const { atime, mtime } = statSync(jar);
  writeFileSync(jar, "evil");
  utimesSync(jar, atime, mtime);
  await prepare();
  expect(readFileSync(jar, "utf8")).toBe("good");
  await prepare();
  expect(fetches()).toBe(2);
});

test("reading the state again notices a change", async () => {
  const installation = open();
  await installation.fetch();
  expect(await installation.state()).toBe("installed");
  writeFileSync(join(installation.folder, "a.jar"), "evil");
  expect(await installation.state()).toBe("damaged");
  await installation.fetch();
  expect(await installation.state()).toBe("installed");
});

test("cancelled work starts again when it is needed again", async () => {
  await open().fetch();
  script("java", `case "$*" in *-version) echo 'openjdk version "17.0.15"' >&2;; *) echo >> "${folder}/lives"; sleep 30;; esac`);
  const provisioner = createProvisioner(open(), {
    ...environment(),
    PATH: `${environment().PATH}:${process.env.PATH}`,
  })(() => undefined);
  for (const lives of [1, 2]) {
    const released = provisioner.need();
    const preparing = provisioner.prepare().catch((error: unknown) => error);
    await vi.waitFor(() => expect(readFileSync(join(folder, "lives"), "utf8")).toHaveLength(lives), 120_000);
    released();
    expect(await preparing).toMatchObject({ code: "cancelled" });
  }
});

test("why it could not be installed is in the service's log", async () => {
  repository.answer = status(404);
  const log = vi.fn();
  await expect(createProvisioner(open(), environment())(log).prepare()).rejects.toThrow("it answered 404");
  expect(log).toHaveBeenCalledWith("warn", "the engine could not be installed", {
    reason: expect.stringContaining("Sample 4.3.1 could not be fetched from http"),
  });
});

test("a jar that was added to the user's own distribution is used", async () => {
  const libs = join(folder, "sample", "libs");
  mkdirSync(libs, { recursive: true });
  for (const name of distributionOfVersion("4.2.0")) writeFileSync(join(libs, name), "");
  const { prepare } = createProvisioner(open(), { ...environment(), SAMPLE_HOME: join(folder, "sample") })(() => undefined);
  await prepare();
  rmSync(join(libs, "sample-core-4.2.0.jar"));
  writeFileSync(join(libs, "sample-core-4.3.0.jar"), "");
  expect((await prepare()).classPath).toContain(join(libs, "sample-core-4.3.0.jar"));
});

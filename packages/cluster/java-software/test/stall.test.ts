import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FetchProgress, fetchByMaven } from "../src/maven.ts";
import { sampleSoftware } from "./sample-software.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reeve silence "));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Downloads with this fake Maven, and returns the times without progress that were reported. */
async function fetchWith(maven: string): Promise<{ readonly error: unknown; readonly silent: readonly unknown[] }> {
  writeFileSync(join(folder, "mvn"), `#!/bin/sh\n${maven}\n`);
  chmodSync(join(folder, "mvn"), 0o755);
  const reported: FetchProgress[] = [];
  const error = await fetchByMaven({
    folder,
    software: sampleSoftware,
    environment: { PATH: `${folder}:${process.env.PATH}` },
    onProgress: (progress) => reported.push(progress),
    stallLimits: { reportAfter: 1000, abortAfter: 2500 },
  }).catch((caught: unknown) => caught);
  return { error, silent: reported.map(({ silent }) => silent) };
}

test("a mirror that never answers is reported, and ends the fetch at last", async () => {
  const { error, silent } = await fetchWith("sleep 30");
  expect(error).toMatchObject({
    code: "not-found",
    message: expect.stringMatching(
      /^Maven made no progress for 3 s and was stopped: check the network, or the mirrors/,
    ),
  });
  expect(silent[0]).toBeUndefined();
  expect(silent).toContain(1);
  expect(silent).toContain(2);
});

test("a slow mirror is waited for as long as there is progress", async () => {
  const { error, silent } = await fetchWith(
    "for kb in 1 2 3 4 5 6 7; do printf 'Progress (1): %s/9 kB\\r' $kb; sleep 0.5; done",
  );
  expect(error).toBeUndefined();
  expect(silent.filter((seconds) => seconds !== undefined)).toEqual([]);
});

import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Measures of large plans and of real engines, which the long tests run. */
const LONG = ["cassandra", "hdfs", "kafka", "service-size"];

const files = globSync("*.bench.ts", { cwd: import.meta.dirname }).map((path) => basename(path, ".bench.ts"));

test.each(files.filter((file) => !LONG.includes(file)))("every measure of %s works", async (file) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, "run.ts"),
    "--once",
    "--without-engines",
    file,
  ]);
  expect(stdout).toContain(`${file}: `);
});

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

// At once, because most of the time is that of other processes.
test.concurrent.each(["cassandra", "hdfs", "kafka", "partitions", "service-size"])(
  "every measure of %s works, or says what it needs",
  async (file) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "run.ts"), "--once", file]);
    expect(stdout).toMatch(new RegExp(`^${file}: |^not everything can be measured here`, "m"));
  },
);

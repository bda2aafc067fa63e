import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runProducerTest } from "../src/administration/producer-test.ts";

/** In these tests, a script prints what the producer test tool would print. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reeve producer "));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function runWith(body: string, signal: AbortSignal = new AbortController().signal): Promise<string> {
  const java = join(folder, "java");
  writeFileSync(java, `#!/bin/sh\n${body}\n`);
  chmodSync(java, 0o755);
  const tools = { java, classPath: "a.jar" };
  return runProducerTest("topic", 1, { tools, environment: { PATH: process.env.PATH }, bootstrap: [], signal });
}

const TRACE = `org.apache.kafka.common.KafkaException: Failed to construct kafka producer
\tat org.apache.kafka.clients.producer.KafkaProducer.<init>(KafkaProducer.java:481)
Caused by: org.apache.kafka.common.config.ConfigException: No resolvable bootstrap urls
\t... 6 more`;

test.each([
  ["of a stack trace, what it is about", TRACE, "org.apache.kafka.common.KafkaException: Failed to construct kafka producer"],
  ["after a warning", `Picked up something\n${TRACE}`, "org.apache.kafka.common.KafkaException: Failed to construct kafka producer"],
  ["where it died", `Exception in thread "main" ${TRACE}`, "org.apache.kafka.common.KafkaException: Failed to construct kafka producer"],
  ["without any exception, the last line", "usage: producer\nargument --topic is required\n   ...", "argument --topic is required"],
])("a failure is reported with the line that names the cause: %s", async (_, printed, words) => {
  await expect(runWith(`cat >&2 <<'END'\n${printed}\nEND\nexit 1`)).rejects.toMatchObject({
    code: "server-failure",
    message: `the producer test on topic failed: ${words}`,
  });
});

test("the last line of its output is returned; without output, how it ended", async () => {
  expect(await runWith("echo first; echo 'last '; echo warning >&2")).toBe("last");
  await expect(runWith("exit 3")).rejects.toThrow("failed: the test program ended with code 3");
});

test("the signal ends it, with everything that it has started", async () => {
  const stop = new AbortController();
  const ending = runWith("sleep 30; echo late", stop.signal);
  setTimeout(() => stop.abort(), 200);
  await expect(ending).rejects.toMatchObject({ code: "cancelled" });
});

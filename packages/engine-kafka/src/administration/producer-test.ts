import { spawn } from "node:child_process";
import { producerTestLimits } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import type { Tools } from "../installation/tools.ts";

export interface ProducerTestOptions {
  readonly tools: Tools;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `<host>:<port>` of each broker. */
  readonly bootstrap: readonly string[];
  readonly signal: AbortSignal;
}

const { throughput, recordSize } = producerTestLimits;

/** Runs the engine's own producer performance tool on this machine, and gives its last line. The signal ends it. */
export function runProducerTest(
  topic: string,
  messages: number,
  { tools, environment, bootstrap, signal }: ProducerTestOptions,
): Promise<string> {
  const given = {
    topic,
    "num-records": messages,
    throughput,
    "record-size": recordSize,
    "bootstrap-server": bootstrap.join(","),
  };
  const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return new Promise((resolve, reject) => {
    const child = spawn(tools.java, [...JAVA, "org.apache.kafka.tools.ProducerPerformance", ...args], {
      env: { ...environment, CLASSPATH: tools.classPath },
      stdio: ["ignore", "pipe", "pipe"],
      killSignal: "SIGKILL",
      signal,
    });
    let printed = "";
    let complained = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      printed = (printed + chunk).slice(-MOST);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      complained = (complained + chunk).slice(-MOST);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      const last = lastLine(printed);
      if (code === 0 && last !== undefined) resolve(last);
      else {
        const words = lastLine(complained) ?? last ?? `it ended with code ${code}`;
        reject(new ReeveError("server-failure", `the producer test on ${topic} failed: ${words}`));
      }
    });
  });
}

const JAVA = ["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog4j2.level=ERROR"];

/** Characters of what is printed that are kept: the last line is what is wanted. */
const MOST = 20_000;

function lastLine(text: string): string | undefined {
  return text
    .split("\n")
    .map((line) => line.trim())
    .findLast((line) => line !== "");
}

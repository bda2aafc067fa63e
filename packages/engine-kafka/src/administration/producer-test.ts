import { producerTestLimits } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import { run, type Tools } from "@reeve/java-software";
import { inherited } from "@reeve/orchestrator";

export interface ProducerTestOptions {
  readonly tools: Tools;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `<host>:<port>` of each broker. */
  readonly bootstrap: readonly string[];
  readonly signal: AbortSignal;
}

const { throughput, recordSize } = producerTestLimits;

/** Runs the engine's own producer performance tool on this machine and returns its last line; the signal ends it. */
export async function runProducerTest(
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
  const { code, output, complaints } = await run(
    tools.java,
    [...JAVA, "org.apache.kafka.tools.ProducerPerformance", ...args],
    { environment: { ...inherited(environment), CLASSPATH: tools.classPath }, signal },
  );
  const last = lastLine(output);
  if (code === 0 && last !== undefined) return last;
  const words = complaintIn(complaints) ?? last ?? `it ended with code ${code}`;
  throw new ReeveError("server-failure", `the producer test on ${topic} failed: ${words}`);
}

const JAVA = ["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog4j2.level=ERROR"];

/** The line of a stack trace that names the exception; of other output the last line. */
function complaintIn(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => !/^(\s|at |\.\.\.|$)/.test(line));
  const cause = lines.find((line) => /Exception|Caused by/.test(line)) ?? lines.at(-1);
  return cause?.replace(/^Exception in thread "[^"]*" /, "").trim();
}

function lastLine(text: string): string | undefined {
  return text
    .split("\n")
    .map((line) => line.trim())
    .findLast((line) => line !== "");
}

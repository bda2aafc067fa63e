import { producerTestLimits } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import { type Provisioner, run, type Tools } from "@reeve/java-software";
import { type EngineContext, inherited } from "@reeve/orchestrator/engine";
import type { KafkaMembers } from "../cluster/members.ts";
import { writeEndpoint } from "../wire/link.ts";

/** Makes the function that tests the brokers with a producer. Aborting the signals stops the tool, and `close` waits until it has ended. */
export function producerTests({ reach }: Pick<EngineContext<unknown>, "reach">, members: KafkaMembers, provisioner: Provisioner) {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  /** Refuses if this process reaches the brokers only at other addresses, because clients use the addresses that brokers name. */
  async function expectNear(): Promise<void> {
    for (const { endpoint } of members.brokers()) {
      const reached = await reach?.(endpoint);
      if (!reached || reached.host === endpoint.host) continue;
      throw new ReeveError(
        "conflict",
        "the producer test is a client, and clients on the service's machine cannot connect to the brokers; run the service where they can",
      );
    }
  }

  return {
    async run(topic: string, messages: number, signal: AbortSignal): Promise<string> {
      await expectNear();
      const tools = await provisioner.prepare();
      const test = runProducerTest(topic, messages, {
        tools,
        environment: provisioner.environment,
        bootstrap: members.brokers().map(({ endpoint }) => writeEndpoint(endpoint)),
        signal: AbortSignal.any([signal, closing.signal]),
      });
      running.add(test);
      return test.finally(() => running.delete(test));
    },
    async close(): Promise<void> {
      closing.abort(new ReeveError("server-failure", "the cluster was closed"));
      await Promise.allSettled(running);
    },
  };
}

interface ProducerTestOptions {
  readonly tools: Tools;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The addresses of the brokers as `<host>:<port>`. */
  readonly bootstrap: readonly string[];
  readonly signal: AbortSignal;
}

const { throughput, recordSize } = producerTestLimits;

/** Runs Kafka's own producer performance tool on this machine, and returns its last line. Aborting the signal stops it. */
export async function runProducerTest(
  topic: string,
  messages: number,
  { tools, environment, bootstrap, signal }: ProducerTestOptions,
): Promise<string> {
  const input = {
    topic,
    "num-records": messages,
    throughput,
    "record-size": recordSize,
    "bootstrap-server": bootstrap.join(","),
  };
  const args = Object.entries(input).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { code, output, stderr } = await run(tools.java, [...JAVA, "org.apache.kafka.tools.ProducerPerformance", ...args], {
    environment: { ...inherited(environment), CLASSPATH: tools.classPath },
    signal,
  });
  const last = lastLine(output);
  if (code === 0 && last !== undefined) return last;
  const words = errorIn(stderr) ?? last ?? `the test program ended with code ${code}`;
  throw new ReeveError("server-failure", `the producer test on ${topic} failed: ${words}`);
}

const JAVA = ["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog4j2.level=ERROR"];

/** Returns the line of a stack trace that names the exception; if there is no stack trace, the last line. */
function errorIn(text: string): string | undefined {
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

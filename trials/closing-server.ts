/**
 * Calls a server that closes connections in the middle of answers, `--runs` times (1,000 by default), with a client in a program that is
 * busy, so that bodies wait for their reader. The `fetch` of Node 22 and 24 would end the process. Exits with 1 if a call ends neither with
 * the whole answer nor with an error of Reeve.
 */
import { createBrokerClient } from "@reeve/broker-client";
import { callClosingServer } from "../packages/clients/transport/test/closing-server.ts";
import { readArguments } from "./support/arguments.ts";

const { runs } = readArguments({ runs: 1_000 });
const { whole, failed, other } = await callClosingServer(runs, (url) => {
  const broker = createBrokerClient({ url, service: "kafka", revision: "R3", retries: 0 });
  return () => broker.topics.list();
});
console.log(`Node ${process.versions.node}: ${whole} answers were read whole, ${failed} calls failed with an error of Reeve.`);
if (other.length > 0) {
  console.log(`${other.length} calls ended otherwise:`, other.slice(0, 5));
  process.exitCode = 1;
}

/**
 * Writes records to brokers and reads them, in the network of the cluster's node: `node load-in-pods.ts TOPIC ADDRESS…`. Prints a line when
 * the first record is acknowledged. At the end of the standard input, reads everything once more and prints the counts as JSON.
 */
import { once } from "node:events";
import { beginLoad } from "@reeve/tests/kafka/load";

const [topic = "", ...brokers] = process.argv.slice(2);
const load = await beginLoad(brokers, topic);
const begun = performance.now();
console.log("writing");
await once(process.stdin.resume(), "end");
const silence = Math.round(load.silenceSince(begun));
const { acknowledged, lost } = await load.finish();
await load.close();
console.log(JSON.stringify({ acknowledged, missing: lost.length, silence }));
process.exit();

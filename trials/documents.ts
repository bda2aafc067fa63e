/**
 * Compares the service with every assertion of the three API documents over real nodes, in every revision and strategy: each endpoint,
 * field, value and rule. Prints how many hold, and what deviates by which ruling. `--engine kafka`, `--engine cassandra` or `--engine hdfs`
 * runs only one engine. The usual tests do the same with simulated nodes. Needs Java.
 */
import { parseArgs } from "node:util";
import { runTests } from "./support/tests.ts";

const { values } = parseArgs({ options: { engine: { type: "string" } } });
const engines = ["kafka", "cassandra", "hdfs"];
const { engine = engines.join() } = values;
for (const each of engine.split(",")) if (!engines.includes(each)) throw new Error(`no engine ${each}; there are ${engines.join(", ")}`);
runTests("tests/src/documents/documents.trial.test.ts", { DOCUMENTS_ENGINE: engine });

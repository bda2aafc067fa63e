/**
 * Kills the service and real database nodes during rollouts and maintenance, while a client writes and reads: every plan completes, nothing
 * runs twice, every acknowledged row is there. Needs Java.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 30 });
runTests("tests/src/cassandra/kills", { REEVE_CASSANDRA_KILLS: runs, REEVE_SEED: seed });

/**
 * Kills the service and real database nodes during rollouts and maintenance, while a client writes and reads, and checks that every plan
 * completes, no node runs twice, and no acknowledged row is lost. Needs Java.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 30 });
runTests("tests/src/cassandra/kills", { REEVE_CASSANDRA_KILLS: runs, REEVE_SEED: seed });

/**
 * Backs up a table of `--runs` rows (default: 1000000) of a real database while a client writes, and restores it into a new cluster. Kills
 * the object store, the service and a node, each in the middle of a backup and of a restore, and compares every row. Needs Java and Maven.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs } = readArguments({ runs: 1_000_000 });
runTests("tests/src/cassandra/restores", { REEVE_CASSANDRA_ROWS: runs });

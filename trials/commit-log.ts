/**
 * Measures what each way of syncing the commit log of the database costs: periodic, group and batch, in turns, for one writer and for many.
 * Needs Java. `--runs` is the number of turns.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 3 });
runTests("tests/src/cassandra/commit-log", { REEVE_COMMIT_LOG_TURNS: runs, REEVE_SEED: seed });

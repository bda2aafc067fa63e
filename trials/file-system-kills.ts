/**
 * Kills the service and real daemons of a file system during rollouts, restarts and replacements, while a client writes, and checks that
 * every plan completes, no node runs twice, and no acknowledged file is lost. Needs Java.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 30 });
runTests("tests/src/hdfs/kills", { REEVE_HDFS_KILLS: runs, REEVE_SEED: seed });

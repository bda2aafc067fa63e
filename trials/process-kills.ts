/** Kills the service and its nodes, which are local processes, and checks that no task starts twice and no process is left behind. */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 300 });
runTests("packages/cluster/runtime-local/test/kills", { REEVE_KILLS: runs, REEVE_SEED: seed });

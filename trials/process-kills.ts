/** Kills a service that runs nodes as processes, and its nodes: no task starts twice, no process is left behind. */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 300 });
runTests("packages/runtime-local/test/kills", { REEVE_KILLS: runs, REEVE_SEED: seed });

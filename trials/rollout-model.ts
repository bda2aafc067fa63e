/** Random scripts of requests, failures and kills against the orchestrator, which must keep its rules after each step. */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 10_000 });
runTests("packages/orchestrator/test/model", { MODEL_RUNS: runs, REEVE_SEED: seed });

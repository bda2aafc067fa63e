/** Runs random scripts of requests, failures and kills against the orchestrator, and checks the model's rules after each step. */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 10_000 });
runTests("packages/cluster/orchestrator/test/model", { MODEL_RUNS: runs, REEVE_SEED: seed });

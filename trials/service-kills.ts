/**
 * Kills the service at random moments of work on all three kinds, and checks that no acknowledged change is lost and every plan continues.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 300 });
runTests("apps/service/test/kill", { REEVE_KILLS: runs, REEVE_SEED: seed });

/**
 * Kills the service at random moments of maintenance, restores and rollouts of all kinds, and checks that no acknowledged change is lost,
 * all maintenance ends and remains in the history, and restored data equals the backed-up data.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 300 });
runTests("apps/service/test/maintenance-kills", { REEVE_KILLS: runs, REEVE_SEED: seed });

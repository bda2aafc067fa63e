/**
 * Kills the service at random moments of maintenance, restores and rollouts of all kinds: nothing acknowledged is lost, all maintenance
 * ends and stays in the history, and restored data is what was backed up.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 300 });
runTests("apps/service/test/maintenance-kills", { REEVE_KILLS: runs, REEVE_SEED: seed });

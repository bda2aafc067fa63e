/**
 * Kills the service, real brokers and controllers during rollouts, and checks that every plan completes and no node runs twice. Needs Java.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 30 });
runTests("tests/src/kafka/kills", { REEVE_KAFKA_KILLS: runs, REEVE_SEED: seed });

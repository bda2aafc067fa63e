/**
 * Reads bodies from an object store that closes each connection in the middle, while the body is read slowly, and checks that every read
 * fails with a readable error and the process survives.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs } = readArguments({ runs: 1000 });
runTests("packages/cluster/backups/test/closing-store", { REEVE_CLOSINGS: runs });

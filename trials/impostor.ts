/**
 * Attacks a real database node as another user of the machine, `--runs` times: crashes the node over the port for clients, takes the
 * port of its agent before the next process does, and listens. Checks that the service tells him no secret, that nothing he hears opens
 * the agent, and that the node serves again once he is gone. Needs root and Java.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs } = readArguments({ runs: 10 });
runTests("tests/src/cassandra/impostor", { REEVE_IMPOSTOR_RUNS: runs });

/** Sends malformed and hostile requests to the service, which must answer each of them and keep running. */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 20_000 });
runTests("apps/service/test/hostile", { REEVE_FUZZ: runs, REEVE_SEED: seed });

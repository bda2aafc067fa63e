/**
 * Compares the quick check of answers (`fits`) with valibot: valid and mutated bodies of every schema of an answer, 200,000 in all. The
 * quick check must never accept a body that valibot refuses.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

/** The number of schemas is about 45, and each of them gets the same share of the bodies. */
const SCHEMAS = 45;

const { runs, seed } = readArguments({ runs: 200_000 });
runTests("tests/src/fits.test.ts", { FITS_RUNS: Math.ceil(runs / SCHEMAS), REEVE_SEED: seed });

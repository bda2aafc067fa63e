/**
 * Moves partitions between real brokers while an independent client writes and reads, and checks that no record is lost and no throttle
 * remains. `npm run trial partition-moves -- "half way"` runs only the tests whose titles contain these words. Needs Java.
 */
import { runTests } from "./support/tests.ts";

runTests("tests/src/kafka/moves", {}, process.argv[2]);

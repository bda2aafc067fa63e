/** Moves partitions between real brokers while a foreign client writes and reads: nothing is lost, no throttle remains. Needs Java. */
import { runTests } from "./support/tests.ts";

runTests("tests/src/kafka/moves", {});

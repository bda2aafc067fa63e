import { type Answers, createDouble, type Double, type DoubleOptions } from "@reeve/client/testing";
import { wideColumnApi } from "@reeve/wide-column-models";

export type { Double, DoubleOptions, ReceivedRequest, Reply } from "@reeve/client/testing";
export { reply } from "@reeve/client/testing";

/** Makes a test double of a wide-column database service, for tests of programs that use its client. */
export function createWideColumnDouble(answers: Answers<typeof wideColumnApi, "W1">, options?: DoubleOptions): Double {
  return createDouble(wideColumnApi, "W1", answers, options);
}

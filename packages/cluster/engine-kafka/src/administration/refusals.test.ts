import { expect, test } from "vitest";
import { TIMED_OUT, TOPIC_EXISTS } from "../wire/error-codes.ts";
import { brokerRefusal } from "./refusals.ts";

test.each([
  [TOPIC_EXISTS, "Topic 'a' already exists.", "conflict", "it cannot be: Topic 'a' already exists"],
  [
    TIMED_OUT,
    "",
    "timed-out",
    "it cannot be: the brokers answered with error 7; the change may still be made: check before you repeat the request",
  ],
  [-1, "Something else.", "server-failure", "it cannot be: Something else"],
])("error %i with the words %j is %s", (errorCode, words, code, message) => {
  expect(brokerRefusal(errorCode, words, "it cannot be")).toMatchObject({ code, message });
});

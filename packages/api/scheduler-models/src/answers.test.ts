import { type Answer, readAnswer } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { controlAnswer } from "./control-result.ts";
import { messageAnswer } from "./message-result.ts";
import { nodeActionAnswer } from "./node-action.ts";
import { hiddenFailure, toolOutput } from "./tool-output.ts";

const read = <Value>(answer: Answer<Value>, body: unknown, status = 200) => {
  const decoded = readAnswer(answer, { status, body });
  if (!decoded.ok) throw new Error(decoded.issues[0]);
  return decoded.value;
};

describe("what a control answers", () => {
  test.each([
    ["in R3", { message: "Received cmd: continue" }, 200, "Received cmd: continue", true],
    ["in R2, under its other name", { Result: "Received cmd: continue" }, 200, "Received cmd: continue", true],
    [
      "as text, when there was nothing to do",
      "Command has already been reported or completed\n",
      208,
      "Command has already been reported or completed",
      false,
    ],
    ["as nothing at all", null, 200, "", true],
  ])("%s", (_, body, status, message, changed) => {
    expect(read(controlAnswer, body, status)).toMatchObject({ message, changed });
  });

  test("is refused when it is something else", () => {
    expect(() => read(controlAnswer, { message: 5 })).toThrow("message: expected a string, received 5");
    expect(() => read(controlAnswer, [])).toThrow("expected an object, received an empty array");
  });
});

describe("what a tool said", () => {
  test("is read from JSON and from bare text", () => {
    expect(read(messageAnswer, { message: "Created", took: 3 })).toEqual({ message: "Created", took: 3 });
    expect(read(messageAnswer, "Created")).toEqual({ message: "Created" });
  });

  test("is distinguished from its warnings", () => {
    expect(toolOutput('Output: Created topic "x".\n Error: a warning')).toEqual({
      output: 'Created topic "x".',
      error: "a warning",
    });
    expect(toolOutput("Output: done")).toEqual({ output: "done", error: "" });
    expect(toolOutput("Output:  Error: it broke")).toEqual({ output: "", error: "it broke" });
    expect(toolOutput("plain words")).toEqual({ output: "plain words", error: "" });
    expect(toolOutput("")).toEqual({ output: "", error: "" });
    expect(toolOutput(" Error: boom")).toEqual({ output: "", error: "boom" });
    expect(toolOutput("Output: no TerribleError: here Error: boom")).toEqual({
      output: "no TerribleError: here",
      error: "boom",
    });
  });

  test.each([
    ['Created topic "orders".', undefined],
    ["Output: Created topic\n Error: WARNING: Due to limitations in metric names, topics with a period collide", undefined],
    [
      "WARNING: If partitions are increased for a topic that has a key, the ordering of messages will be affected\nAdding partitions succeeded!",
      undefined,
    ],
    ["Topic orders is marked for deletion.\nNote: This will have no impact if delete.topic.enable is not set to true.", undefined],
    ["", undefined],
    ["Error while executing topic command : Topic with this name already exists: orders", "conflict"],
    ["Output:  Error: kafka.common.TopicExistsException: Topic 'orders' already exists.", "conflict"],
    ["Error while executing topic command : Topic orders does not exist on ZK path", "not-found"],
    ["Output: Error while executing topic command : replication factor: 9 larger than available brokers: 3", "server-failure"],
    ['Exception in thread "main" java.lang.OutOfMemoryError', "server-failure"],
    ["java.lang.IllegalArgumentException: nope", "server-failure"],
    ["Output:  Error: Topic 'x' already exists.", "conflict"],
    ["Output: Error: Replication factor: 3 larger than available brokers: 1", "server-failure"],
    ["Output: \n Error: [2017-01-01 00:00:00,000] ERROR kafka.common.TopicExistsException: x", "server-failure"],
    ["Output: Topic t does not exist", "not-found"],
    ["Output: \n Error: [2017-01-01 00:00:00,000] WARN something\nSLF4J: bound", undefined],
    ['Output: Created topic "x".\n Error: org.x.SomeException: while closing', undefined],
    ["org.x.TimeoutException: Expiring 3 records\n100 records sent, 9.0 records/sec", undefined],
  ])("%j hides %s", (message, code) => {
    expect(messageAnswer.failure({ status: 200, body: { message } })?.code).toBe(code);
  });

  test("a bare text hides it no better", () => {
    const body = "Error while executing topic command : x already exists";
    expect(messageAnswer.failure({ status: 200, body })?.code).toBe("conflict");
  });

  test.each([
    (n: number) => `Output:${" ".repeat(n)}x`,
    (n: number) => `x${"\n".repeat(n)}x`,
    (n: number) => `Output:${" Error".repeat(n)}`,
    (n: number) => "x".repeat(n),
  ])("a hostile message is looked through in linear time (%#)", (make) => {
    // The shortest of several processor times, because a busy machine interrupts long runs.
    const timeOf = (n: number) => {
      const message = make(n);
      const times = Array.from({ length: 5 }, () => {
        const begun = process.threadCpuUsage();
        hiddenFailure({ status: 200, body: { message } });
        return process.threadCpuUsage(begun).user / 1000;
      });
      return Math.min(...times);
    };
    timeOf(1_000);
    // The text is 20 times as long: linear work takes 20 times as long, quadratic work 400 times.
    expect(timeOf(1_000_000)).toBeLessThan(100 * Math.max(timeOf(50_000), 1));
  });

  test("an operation that the server does not know is answered with 200", () => {
    expect(messageAnswer.failure({ status: 200, body: { Error: "Unrecognized operation: x" } })).toEqual({
      code: "bad-input",
      message: "Unrecognized operation: x",
    });
  });

  test("the failure is reported in the one line that states it", () => {
    const message = "Output: some noise\nError while executing topic command : no such thing\n\tat a.b.C(D.scala:1)";
    expect(messageAnswer.failure({ status: 200, body: { message } })?.message).toBe("Error while executing topic command : no such thing");
  });
});

test("a node action is read from its body, and from a bare status", () => {
  expect(read(nodeActionAnswer, { pod: "name-0", tasks: ["name-0-node"] })).toEqual({
    pod: "name-0",
    tasks: ["name-0-node"],
  });
  expect(read(nodeActionAnswer, null)).toEqual({ tasks: [] });
});

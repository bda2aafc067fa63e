import { PassThrough } from "node:stream";
import { failureWords } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { agree, conversation, isYes, requireConversation } from "./prompt.ts";

/** A simulated user: the keys typed, and the output shown. */
function typing(...keys: readonly string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = "";
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const talk = conversation({ input, output });
  // Types only once the question is shown, as a user does.
  const type = () => {
    for (const key of keys) input.write(key);
  };
  setImmediate(type);
  return { talk, shown: () => shown };
}

const deletion = {
  act: "deleting",
  consequence: ["This deletes the topic pay\u001b[2Jments (12 partitions) from kafka. It cannot be undone."],
  name: "payments",
};

describe("a line", () => {
  test("is what was typed and corrected", async () => {
    const { talk, shown } = typing("paymants\u007f\u007f\u007f\u007fents\r");
    expect(await talk.ask("Which? ")).toBe("payments");
    expect(shown()).toContain("Which? ");
  });

  test("that is a secret is not shown", async () => {
    const { talk, shown } = typing("s3cret-canarx\u007fy\r");
    expect(await talk.askSecret("Token: ")).toBe("s3cret-canary");
    expect(shown()).toBe("Token: \n");
  });

  test.each([
    ["Ctrl-C", "ab\u0003"],
    ["the end of the input", "\u0004"],
  ])("%s cancels the prompt", async (_, keys) => {
    const { talk, shown } = typing(keys);
    expect(await failureWords(talk.ask("Which? "))).toBe("cancelled: cancelled: nothing was done");
    // Ends the line of the answer, so that a message about it starts on its own line.
    expect(shown()).toMatch(/[^\n]\n$/);
    expect(await failureWords(typing(keys).talk.askSecret("Token: "))).toBe("cancelled: cancelled: nothing was done");
  });

  test("is cancelled by a signal", async () => {
    const controller = new AbortController();
    const talk = conversation({ input: new PassThrough(), output: new PassThrough(), signal: controller.signal });
    const request = failureWords(talk.ask("Which? "));
    controller.abort();
    expect(await request).toBe("cancelled: cancelled: nothing was done");
    expect(await failureWords(talk.ask("And now? "))).toBe("cancelled: cancelled: nothing was done");
  });
});

describe("agreement", () => {
  test("by typing the name", async () => {
    const { talk, shown } = typing("payments\r");
    await agree(talk, deletion);
    expect(shown()).toContain("This deletes the topic pay\\x1b[2Jments (12 partitions) from kafka. It cannot be undone.\n");
    expect(shown()).toContain("Type payments to confirm: ");
  });

  test("is not had with another name", async () => {
    expect(await failureWords(agree(typing("payment\r").talk, deletion))).toBe(
      'cancelled: "payment" is not the name: deleting was not done',
    );
  });

  test.each([
    ["y\r", true],
    ["YES\r", true],
    ["\r", false],
    ["n\r", false],
    ["yep\r", false],
  ])("%j is yes: %s", async (keys, yes) => {
    expect(await isYes(typing(keys).talk, "Continue?")).toBe(yes);
    const { name: _, ...mild } = deletion;
    const outcome = await failureWords(agree(typing(keys).talk, mild));
    expect(outcome).toBe(yes ? "nothing failed" : "cancelled: not confirmed: deleting was not done");
  });

  test("is refused without a terminal", async () => {
    expect(await failureWords(agree(undefined, deletion))).toBe(
      "bad-input: deleting needs a confirmation, and there is no terminal. Add --yes to confirm it.",
    );
    expect(() => requireConversation(undefined, "a token is needed", "Give it with --token-file.")).toThrow(
      "a token is needed, and there is no terminal. Give it with --token-file.",
    );
  });
});

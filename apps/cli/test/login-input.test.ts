import { describe, expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";
import { startServer } from "./small-server.ts";

describe("what is no secret is sent nowhere", () => {
  const large = "0123456789abcdef".repeat(170_000);

  test.each([
    ["login", large, "not a token: it is longer than 16384 characters"],
    ["login", "two words", "not a token: it contains white space"],
    ["login", "a line\nand another\n", "not a token: it contains white space"],
    ["login --uid me", large, "not a password of me: it is longer than 16384 characters"],
  ])("%s, with something else piped in", async (line, input, sentence) => {
    let count = 0;
    await using server = await startServer((_, answer) => {
      count++;
      answer.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    using home = makeHome({ REEVE_URL: server.url, REEVE_SERVICE: "kafka" });
    const begun = performance.now();
    const { code, out, err } = await reeve(home, line, { input });
    expect({ code, out, err, asked: count }).toEqual({
      code: 2,
      out: "",
      err: `error: the input is ${sentence}\n`,
      asked: 0,
    });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test("such a token from elsewhere is not sent either", async () => {
    using home = makeHome({ REEVE_URL: "http://127.0.0.1:1", REEVE_TOKEN: "0123456789abcdef".repeat(4_000) });
    const { code, err } = await reeve(home, "broker topics list --service kafka");
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining("longer than 16384 characters") });
  });
});

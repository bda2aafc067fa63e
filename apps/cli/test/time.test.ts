import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeHome, reeve, reeveProcess } from "./command-line.ts";
import { type SmallServer, startServer } from "./small-server.ts";

/** Starts a server that accepts connections and never answers. */
async function startSilence(): Promise<SmallServer> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `https://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("the timeout of a command applies to everything that it waits for", () => {
  let silent: SmallServer;
  let hanging: SmallServer;
  beforeAll(async () => {
    silent = await startSilence();
    hanging = await startServer(() => undefined);
  });
  afterAll(async () => {
    await silent[Symbol.asyncDispose]();
    await hanging[Symbol.asyncDispose]();
  });
  const within = async (line: readonly string[], milliseconds: number) => {
    using home = makeHome({ REEVE_URL: hanging.url, REEVE_SERVICE: "broker=kafka", REEVE_REVISION: "broker=R3" });
    const begun = performance.now();
    const ended = await reeveProcess(home, line);
    expect(performance.now() - begun, line.join(" ")).toBeLessThan(milliseconds);
    return ended;
  };
  const OVER = "the command did not finish within 1s (--timeout)";

  // The tests run concurrently, because each waits for a second.
  test.concurrent.each([
    [["repl", "-e", "new Promise(() => {})", "--timeout", "1s"]],
    [["repl", "-e", "while (true) {}", "--timeout", "1s"]],
    [["repl", "-e", "broker.topics.list()", "--timeout", "1s"]],
    [["login", "--token-command", "sleep 60", "--timeout", "1s"]],
    [["login", "--token-command", `sh -c "trap '' TERM; sleep 20; true"`, "--timeout", "1s"]],
    [["broker", "topics", "list", "--timeout", "1s"]],
    [["api", "GET", "/x", "--timeout", "1s"]],
  ])("%j", async (line) => {
    const { code, out, err } = await within(line, 15_000);
    expect({ code, out, err }).toEqual({
      code: 12,
      out: "",
      err: expect.stringMatching(/^error: .*(1 ?s|\d{3} ms)/),
    });
  });

  test("ends background work of a script", async () => {
    const { code, out, err } = await within(["repl", "-e", "setInterval(() => 0, 50); 40 + 2", "--timeout", "2s"], 15_000);
    expect({ code, out, err }).toEqual({
      code: 12,
      out: "42\n",
      err: expect.stringContaining("the timeout has passed"),
    });
  });

  test("ends doctor, whose token comes from a command", async () => {
    using home = makeHome();
    const profile = ["profiles", "add", "here", "--url", hanging.url, "--service", "broker=kafka"];
    await reeve(home, [...profile, "--token-command", "sleep 60"]);
    const begun = performance.now();
    const { code } = await reeve(home, "doctor --timeout 1s");
    expect(code).toBe(12);
    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  test("ends login --trust on a server that shows no certificate", async () => {
    const whole = await within(["login", "--trust", "--url", silent.url, "--timeout", "1s"], 15_000);
    expect(whole).toMatchObject({ code: 12, err: expect.stringContaining(OVER) });
    const attempt = await within(["login", "--trust", "--url", silent.url, "--request-timeout", "300ms"], 15_000);
    expect(attempt).toMatchObject({ code: 12, err: expect.stringContaining("within 0.3 s") });
  });

  test("the request timeout also applies in the shell", async () => {
    const line = ["repl", "-e", "broker.topics.create({topic: 'a', partitions: 1, replication: 1})"];
    const { code, err } = await within([...line, "--request-timeout", "300ms"], 15_000);
    expect({ code, err }).toEqual({ code: 12, err: expect.stringContaining("no answer within 300 ms") });
  });
});

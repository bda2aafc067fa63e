import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeHome, reeveProcess } from "./command-line.ts";
import { startServer } from "./small-server.ts";

describe("a command whose work never settles", () => {
  const program = join(import.meta.dirname, "unsettled-program.ts");

  test.each([
    [[], /^error: the command ended before it was complete/],
    [["--json"], /^\{"error":\{"code":"defect","message":"the command ended before it was complete[^\n]*"exitCode":1\}\}$/m],
  ])("%j exits with 1 and says so", (flags, message) => {
    using home = makeHome();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [program, ..."api PUT /x --input - --url http://127.0.0.1:1".split(" "), ...flags],
      {
        env: { ...home.env },
        encoding: "utf8",
      },
    );
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: expect.stringMatching(message) });
  });
});

test.each(["broker topics list", "broker plans wait", "broker plans watch", "broker plans continue", "api GET /x"])(
  "%s: a server that answers 101 is an error, within its limit",
  async (line) => {
    await using server = await startServer((request) => {
      request.socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n");
    });
    using home = makeHome({ REEVE_URL: server.url, REEVE_SERVICE: "kafka", REEVE_REVISION: "R2" });
    const { code, out, err } = await reeveProcess(home, `${line} --request-timeout 500ms --timeout 5s`);
    expect({ out, err }).toEqual({ out: "", err: expect.stringMatching(/^error: /m) });
    expect([9, 10, 12, 14], err).toContain(code);
  },
);

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { terminalOfThisProcess } from "@reeve/terminal";
import { expect, test } from "vitest";
import { readFlags } from "../start/flags.ts";
import { makeShell } from "../start/shell.ts";
import { accessOf } from "./cluster-access.ts";

test("connect takes a client certificate, its key and a proxy, and never shows the proxy's password", () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-reach-"));
  try {
    const [cert, key] = ["cert.pem", "key.pem"].map((name) => join(folder, name)) as [string, string];
    writeFileSync(cert, "a certificate");
    writeFileSync(key, "a key");
    const options = { pace: 0, isVerbose: false, conversation: () => undefined, changed: () => undefined };
    const shell = makeShell(readFlags([]), terminalOfThisProcess(), options);
    const processContext = { env: { REEVE_HOME: folder }, cwd: folder, home: folder, platform: "linux" } as const;
    const proxy = "http://robot:canary%2Dpass@proxy.example:3128";
    const access = accessOf(shell, processContext, {
      url: "https://cluster.example",
      cert,
      key,
      proxy,
      broker: "kafka",
    });
    expect(access).toMatchObject({ url: "https://cluster.example", cert: "a certificate", key: "a key", proxy });
    expect(shell.secrets.redact("canary%2Dpass, canary-pass")).not.toContain("canary");
    expect(() => accessOf(shell, processContext, { url: "https://cluster.example", cert })).toThrow("must be given together");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

import { spawnSync } from "node:child_process";
import type { Reeve } from "@reeve/service";
import { hasPseudoTerminal, openPseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { homeAt, startCluster } from "./cluster.ts";
import { type Home, makeHome, reeve } from "./command-line.ts";
import { has, offeredAt, shellEnvironment } from "./completion-at.ts";

describe("completion", () => {
  let cluster: Reeve;
  let home: Home;
  beforeAll(async () => {
    cluster = await startCluster("kafka-r3");
    home = homeAt(cluster, "kafka-r3");
    for (const topic of ["orders", "order-lines", "payments"]) {
      await reeve(home, `broker topics create ${topic} --partitions 1 --replication 1`);
    }
  });
  afterAll(async () => {
    home[Symbol.dispose]();
    await cluster.close();
  });

  const offered = (...words: readonly string[]) => offeredAt(home, words);

  test("offers commands, flags, choices, and names that live on the server", async () => {
    expect(await offered("bro")).toEqual(["broker"]);
    expect(await offered("broker", "to")).toEqual(["topics"]);
    expect(await offered("wc", "cl")).toEqual(["cleanup"]);
    expect(await offered("broker", "topics", "create", "x", "--par")).toEqual(["--partitions"]);
    expect(await offered("broker", "topics", "list", "-o", "js")).toEqual(["json", "jsonl"]);
    expect(await offered("broker", "topics", "list", "--output=y")).toEqual(["--output=yaml"]);
    expect(await offered("broker", "topics", "describe", "or")).toEqual(["order-lines", "orders"]);
    expect(await offered("broker", "pods", "restart", "broker-")).toEqual(["broker-0", "broker-1", "broker-2"]);
    expect(await offered("broker", "plans", "show", "")).toEqual(["deploy", "recovery"]);
    expect(await offered("deploy", "")).toEqual([":files"]);
    expect(await offered("no", "such", "thing")).toEqual([]);
  });

  test("offers nothing, quickly and without a message, if the server does not answer", async () => {
    using away = makeHome({ REEVE_URL: "http://127.0.0.1:1", REEVE_SERVICE: "kafka", REEVE_REVISION: "R3" });
    expect(await reeve(away, ["__complete", "broker", "topics", "describe", ""])).toEqual({
      code: 0,
      out: "",
      err: "",
    });
    expect(await reeve(makeHome(), ["__complete", "broker", "topics", "describe", ""])).toEqual({
      code: 0,
      out: "",
      err: "",
    });
  });

  test.skipIf(!has("bash") || !hasPseudoTerminal)("works in a real bash (skipped where there is none)", async () => {
    const env = shellEnvironment(home);
    await using bash = openPseudoTerminal(["bash", "--norc", "--noprofile", "-i"], env);
    await bash.until(/\$ $/);
    bash.type(`cd '${home.folder}'\r`);
    bash.type('eval "$(reeve completion bash)"; echo rea""dy\r');
    await bash.until("ready");
    bash.type("reeve broker topics describe pay\t");
    await bash.until(/describe payments *$/m);
    bash.type("\u0015reeve bro\t");
    await bash.until(/^\$ reeve broker *$/m);
    bash.type("\u0015reeve broker topics describe or\t");
    await bash.until(/describe order *$/m);
    bash.type("\t\t");
    await bash.until(/order-lines +orders/);
    bash.type("\u0015reeve broker topics list --output=wi\t");
    await bash.until(/--output=wide *$/m);
    bash.type("\u0015reeve deploy ./bi\t");
    await bash.until(/reeve deploy \.\/bin\/ *$/m);
    bash.type("\u0015exit\r");
    await bash.ended();
  });

  test.skipIf(!has("zsh") || !hasPseudoTerminal)("works in a real zsh (skipped where there is none)", async () => {
    const env = shellEnvironment(home);
    await using zsh = openPseudoTerminal(["zsh", "-f", "-i"], env);
    zsh.type('autoload -U compinit; compinit -u; eval "$(reeve completion zsh)"; echo rea""dy\r');
    await zsh.until("ready");
    zsh.type("reeve broker topics describe pay\t");
    await zsh.until(/describe payments/);
    zsh.type("\u0015exit\r");
    await zsh.ended();
  });

  test.skipIf(!has("fish"))("works in a real fish (skipped where there is none)", () => {
    const env = shellEnvironment(home);
    const script = 'reeve completion fish | source; complete -C "reeve broker topics describe pay"';
    const { stdout } = spawnSync("fish", ["--no-config", "-c", script], { env: { ...env }, encoding: "utf8" });
    expect(stdout).toContain("payments");
  });
});

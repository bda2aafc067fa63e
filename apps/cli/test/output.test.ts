import { spawn } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { homeAt, startCluster } from "./cluster.ts";
import { type Home, makeHome, reeve, reeveProcess } from "./command-line.ts";
import { startServer } from "./small-server.ts";

describe("what is written", () => {
  let cluster: Reeve;
  let home: Home;
  beforeAll(async () => {
    cluster = await startCluster("kafka-r3", "hdfs-v2");
    home = homeAt(cluster, "kafka-r3");
    await reeve(home, "broker topics create orders --partitions 1 --replication 1");
    await reeve(home, "broker topics create payments --partitions 2 --replication 1");
  });
  afterAll(async () => {
    home[Symbol.dispose]();
    await cluster.close();
  });
  const out = async (line: string | readonly string[], env = {}) => (await reeve(home, line, { env })).out;

  test("created and deleted objects are named, and an object that a query selects has a row", async () => {
    expect(await out("broker topic new made --partitions 1 --replication 1 -o name")).toBe("made\n");
    expect(await out("broker topics rm made --yes -o name")).toBe("made\n");
    const words = ["broker", "nodes", "ls", "--query", "[].{node: node, state: state}", "-o", "table"];
    expect(await out(words)).toMatch(/^node +state\nbroker-0 +running\n/);
  });

  test("all formats have the same content", async () => {
    expect(await out("broker topics list")).toBe("orders\npayments\n");
    expect(await out("broker topics list -o name")).toBe("orders\npayments\n");
    expect(await out("broker topics list --json")).toBe('["orders","payments"]\n');
    expect(await out("broker topics list -ojsonl")).toBe('"orders"\n"payments"\n');
    expect(await out("broker topics list --output=yaml")).toBe("- orders\n- payments\n");
    expect(await out(["broker", "topics", "list", "--query", "[?starts_with(@, 'pay')] | [0]"])).toBe('"payments"\n');
    expect(await out(["broker", "topics", "list", "--query", "length(@)", "-o", "yaml"])).toBe("2\n");
    expect(await reeve(home, ["broker", "topics", "list", "--query", "[?"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--query"),
    });
    expect(await reeve(home, "broker topics list -o xml")).toMatchObject({ code: 2 });
    expect(await out("broker topics list", { REEVE_PROFILE: "" })).toBe("orders\npayments\n");
  });

  test("the format is decided before anything is done", async () => {
    const wrong = [
      ["--query", "["],
      ["--query", "nope(@)"],
      ["--json", "-o", "yaml"],
    ];
    await reeve(home, "broker topics create kept --partitions 1 --replication 1");
    await reeve(home, "profiles add kept --url http://127.0.0.1:1");
    for (const flags of wrong) {
      const deletion = await reeve(home, ["broker", "topics", "delete", "kept", "--yes", ...flags]);
      expect(deletion, flags[1]).toMatchObject({ code: 2, out: "" });
      for (const line of ["profiles remove kept --yes", "logout --profile kept", "login --profile kept"]) {
        const { code } = await reeve(home, [...line.split(" "), ...flags], { input: "a-token" });
        expect(code, `${line} ${flags[1]}`).toBe(2);
      }
    }
    expect(await out("broker topics list")).toContain("kept\n");
    expect(await out("profiles show kept --json")).toBe('{"url":"http://127.0.0.1:1"}\n');
    const late = await reeve(home, ["broker", "topics", "list", "--query", "keys(@)"]);
    expect(late).toMatchObject({ code: 2, err: expect.stringContaining("does not fit the answer") });
    await reeve(home, "broker topics delete kept --yes");
    await reeve(home, "profiles remove kept --yes");
  });

  test("the setting applies to every command and to errors, and a word is no flag", async () => {
    writeFileSync(join(home.folder, ".reeve.json"), '{ "output": "json" }');
    try {
      for (const line of ["whoami", "profiles list", "operations", "doctor", "version", "config show", "status"]) {
        const { out: printed } = await reeve(home, line);
        expect(() => JSON.parse(printed), line).not.toThrow();
      }
      for (const [line, code] of [
        ["broker topics describe nothing", 6],
        ["broker topics list --no-such-flag", 2],
      ] as const) {
        expect(JSON.parse((await reeve(home, line)).err), line).toMatchObject({ error: { exitCode: code } });
        expect((await reeve(home, `${line} -o table`)).err, line).toMatch(/^error: /);
      }
    } finally {
      rmSync(join(home.folder, ".reeve.json"));
    }
    expect((await reeve(home, "broker topics describe json")).err).toMatch(/^error: no topic "json"/);
    for (const flags of ["--json", "-ojson", "-o jsonl", "--output=json", "--json -o yaml"]) {
      const { err } = await reeve(home, `broker topics describe nothing --bad ${flags}`);
      expect(JSON.parse(err), flags).toMatchObject({ error: { code: "bad-input" } });
    }
  });

  test("the generated help is up to date", async () => {
    for (const line of ["", "--help", "broker", "wc -h", "help file-system"]) {
      const { out: beforehand } = await reeveProcess(home, line);
      expect(beforehand, line).toBe(await out(line));
    }
  });

  test("colours appear only if they are wanted", async () => {
    expect(await out("broker plans show")).not.toContain("\u001b[");
    expect(await out("broker plans show", { FORCE_COLOR: "1" })).toContain("\u001b[");
    expect(await out("broker plans show", { FORCE_COLOR: "1", NO_COLOR: "1" })).toBeTypeOf("string");
    expect(await out("broker topics list --json", { FORCE_COLOR: "1" })).toBe('["orders","payments"]\n');
    expect(await out("broker plans show", { LANG: "C", LC_ALL: "C" })).toMatch(/^[ -~\n]*$/);
  });

  test("the command ends quietly if the reader closes the pipe", async () => {
    const child = spawn(process.execPath, [inject("program"), "operations"], { env: { ...home.env }, stdio: "pipe" });
    child.stdout.destroy();
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  test.skipIf(!existsSync("/dev/full"))("a full disk is reported in one sentence, and not as a bug", async () => {
    const typed = async (line: string, streams = "1>/dev/full") => {
      const shell = `exec "$0" "$1" ${line} ${streams}`;
      const child = spawn("sh", ["-c", shell, process.execPath, inject("program")], {
        env: { ...home.env },
        stdio: "pipe",
      });
      let err = "";
      child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
      return { code: await new Promise((resolve) => child.once("close", resolve)), err };
    };
    const full = "error: the result could not be written: no space left";
    expect(await typed("--version")).toEqual({ code: 1, err: `${full}\n` });
    expect(await typed("broker --help")).toEqual({ code: 1, err: `${full}\n` });
    expect(await typed("operations")).toEqual({ code: 1, err: `${full}; the operation itself was done\n` });
    const creation = await typed("broker topics create done --partitions 1 --replication 1");
    expect(creation).toEqual({ code: 1, err: `${full}; the operation itself was done\n` });
    expect(await out("broker topics list")).toContain("done\n");
    await reeve(home, "broker topics delete done --yes");
    // Notes that cannot be written do not change the exit code.
    expect((await typed("broker topics list -v", "2>/dev/full")).code).toBe(0);
    expect((await typed("broker topics describe nothing", "2>/dev/full")).code).toBe(6);
  });

  test("a dry run shows the exact request", async () => {
    expect(await out("broker topics create new --partitions 3 --replication 2 --dry-run")).toBe(
      `POST ${cluster.url}/service/kafka-r3/v1/topics/new?partitions=3&replication=2\nauthorization: token=<redacted>\n`,
    );
    const older = "broker topics create new --partitions 3 --replication 2 --dry-run --json --revision R1";
    expect(JSON.parse(await out(older))).toEqual({
      method: "POST",
      url: `${cluster.url}/service/kafka-r3/v1/topics?name=new&partitions=3&replication=2`,
      headers: { authorization: "token=<redacted>" },
    });
    expect(await out("broker topics list")).not.toContain("new");
    const secrets = { REEVE_S3_ACCESS_KEY: "canary-1", REEVE_S3_SECRET_KEY: "canary-2" };
    const backup = "wide-column backup start --backup-name b --external-location s3://bucket --service c --dry-run";
    for (const env of [secrets, {}]) {
      const shown = await reeve(home, backup, { env });
      expect(shown).toMatchObject({ code: 0, out: expect.stringContaining("<redacted>") });
      expect(shown.out + shown.err).not.toContain("canary");
    }
    expect(await reeve(home, "logout --dry-run")).toMatchObject({
      code: 2,
      err: expect.stringContaining("does not support --dry-run"),
    });
  });

  test("-v logs requests to stderr, -vv also headers, and stdout stays the same", async () => {
    const printed = await reeve(home, "broker topics list -v");
    expect(printed.out).toBe("orders\npayments\n");
    expect(printed.err).toMatch(/^> GET http:\S+\/topics$/m);
    expect(printed.err).toMatch(/^< 200 in \d+ ms, \d+ B$/m);
    const more = await reeve(home, "broker topics list -vv");
    expect(more.err).toMatch(/^ {2}authorization: .*redacted/im);
    expect(more.err).not.toContain(cluster.token);
  });

  test("a missing plan is reported in one way, with the plans that exist", async () => {
    for (const verb of ["show", "wait", "watch"]) {
      const { code, err } = await reeve(home, `broker plans ${verb} nope`);
      const sentence = 'error: no plan "nope" in kafka-r3. There are: deploy, recovery.\n';
      expect({ code, err }, verb).toEqual({ code: 6, err: sentence });
      expect((await reeve(home, `broker plans ${verb} deplo`)).err, verb).toContain('Did you mean "deploy"?');
    }
  });

  test("the status of a missing service does not hide the others", async () => {
    const env = { REEVE_SERVICE: "" };
    const line = "status --service broker=nope,file-system=hdfs-v2";
    const { code, out: printed, err } = await reeve(home, line, { env });
    expect({ code, err }).toEqual({ code: 6, err: expect.stringMatching(/^error: no broker service "nope" at /) });
    expect(printed).toMatch(/^nope +– .*no broker service "nope" at .*\nhdfs-v2 +deploy .* done\n$/);
    const { out: data } = await reeve(home, `${line} --json`, { env });
    expect(JSON.parse(data)).toEqual([
      { service: "nope", kind: "broker", error: { code: "not-found", message: expect.any(String) } },
      expect.objectContaining({ service: "hdfs-v2", plan: "deploy", status: "COMPLETE" }),
    ]);
    expect(await out(`${line} -o name`, env)).toBe("nope\nhdfs-v2\n");
    expect(await reeve(home, "status --service broker=nope", { env })).toMatchObject({ code: 6, out: "" });
  });

  test("a plan has a name even if the server's document contains none", async () => {
    expect(await out("broker plans show -o name")).toBe("deploy\n");
    expect(await out("broker plans show recovery -o name")).toBe("recovery\n");
    expect(await out("broker plans wait -o name")).toBe("deploy\n");
  });

  test("a topic that cannot be described still has a row", async () => {
    await using server = await startServer((request, answer) => {
      const partition = { leader: 0, controller_epoch: 1, isr: [0, 1], leader_epoch: 0, version: 1 };
      const { url = "" } = request;
      const status = url.endsWith("/odd") ? 400 : 200;
      const body = url.endsWith("/topics") ? ["fine", "odd", "broken"] : url.endsWith("/fine") ? { partitions: [{ 0: partition }] } : "?";
      answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    using freshHome = makeHome({ REEVE_URL: server.url, REEVE_SERVICE: "kafka", REEVE_REVISION: "R3" });
    const { code, out: printed, err } = await reeve(freshHome, "broker topics list -o wide");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(printed).toMatch(/^NAME .*\nfine +1 +2\nodd +- +-\nbroken +- +-\n$/);
  });

  test("-v shows the body of a failing answer, and -vv its headers, without the token", async () => {
    const body = '{"oops":"the disk is full","token":"canary-t0ken"}';
    const sent = { "content-type": "application/json", "x-served-by": "node-7", "set-cookie": "session=canary" };
    await using server = await startServer((request, answer) => {
      answer.writeHead(request.method === "POST" ? 500 : 200, sent).end(body);
    });
    const env = { REEVE_URL: server.url, REEVE_SERVICE: "kafka", REEVE_REVISION: "R3", REEVE_TOKEN: "canary-t0ken" };
    using freshHome = makeHome(env);
    const failing = "broker topics create a --partitions 1 --replication 1";
    const excerpt = '  {"oops":"the disk is full","token":"<redacted>"}\n';
    const verbose = await reeve(freshHome, `${failing} -v`);
    expect(verbose.err).toContain(excerpt);
    expect(verbose.err).not.toMatch(/x-served-by|getting a token/);
    // An answer that has arrived but cannot be read is also shown only once.
    const unfit = await reeve(freshHome, "broker topics list -v");
    expect(unfit.code).toBe(9);
    expect(unfit.err.split(excerpt)).toHaveLength(2);
    const more = await reeve(freshHome, `${failing} -vv`);
    expect(more.err).toMatch(/^< 500 .*\n(?: {2}.*\n)* {2}x-served-by: node-7$/m);
    expect(more.err).toMatch(/^ {2}set-cookie: <redacted>$/m);
    for (const { err } of [verbose, unfit, more]) expect(err).not.toContain("canary");
    expect((await reeve(freshHome, failing)).err).not.toContain('oops":');
  });

  test("text of a server cannot harm a terminal", async () => {
    const hostile = ["evil\u001b[2J\u001b]0;owned\u0007", "a\nb", "\u202etxet", "x".repeat(300)];
    await using server = await startServer((request, answer) => {
      const status = request.url?.includes("describe") ? 404 : 200;
      answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(hostile));
    });
    using freshHome = makeHome({ REEVE_URL: server.url, REEVE_SERVICE: "kafka", REEVE_REVISION: "R3" });
    for (const flags of ["", "-o name", "-o yaml", "--json", "-o jsonl", "-v", "-vv"]) {
      const { code, out, err } = await reeve(freshHome, `broker topics list ${flags}`);
      expect(code, flags).toBe(0);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that there are none
      expect(out + err, flags).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f\u202e]/);
    }
    expect(JSON.parse((await reeve(freshHome, "broker topics list --json")).out)).toEqual(hostile);
  });

  test("a raw request prints the answer byte for byte, and uses the same credentials", async () => {
    expect(await out("api GET /service/kafka-r3/v1/topics")).toBe('["orders","payments"]\n');
    expect(await out("api /service/kafka-r3/v1/topics")).toBe('["orders","payments"]\n');
    expect((await reeve(home, "api PUT")).err).toContain("reeve api needs <path>");
    expect(await out("api get service/kafka-r3/v1/topics --query [0]")).toBe('"orders"\n');
    expect(await reeve(home, "api GET /service/kafka-r3/v1/nothing")).toMatchObject({ code: 6 });
    expect(await reeve(home, "api FETCH /x")).toMatchObject({ code: 2 });
    expect(await reeve(home, "api GET https://elsewhere.example/x")).toMatchObject({ code: 2 });
    expect(await reeve(home, "api GET /a/../b")).toMatchObject({ code: 2 });
    const created = await reeve(home, ["api", "POST", "/service/kafka-r3/v1/topics/raw?partitions=1&replication=1"]);
    expect(created).toMatchObject({ code: 0, out: expect.stringContaining("raw") });
  });

  test("a client configuration is fetched, compared with a file, and checked", async () => {
    using files = homeAt(cluster, "hdfs-v2");
    const got = await reeve(files, "site get fs-site");
    expect(got.out).toContain("<name>dfs.nameservices</name>");
    writeFileSync(join(files.folder, "mine.xml"), got.out);
    expect(await reeve(files, "site diff fs-site mine.xml --exit-code")).toMatchObject({ code: 0 });
    writeFileSync(join(files.folder, "mine.xml"), got.out.replace("<value>60000</value>", "<value>1</value>"));
    const differs = await reeve(files, "site diff fs-site mine.xml --exit-code");
    expect(differs).toMatchObject({ code: 7, out: expect.stringContaining("dfs.namenode.heartbeat.recheck-interval") });
    expect((await reeve(files, "site diff fs-site mine.xml")).code).toBe(0);
    expect(await reeve(files, "site check fs-site")).toMatchObject({ code: 0 });
    expect(await reeve(files, "site check core-site")).toMatchObject({ code: 0 });
    writeFileSync(join(files.folder, "broken.xml"), "<configuration><property>");
    expect(await reeve(files, "site check broken.xml")).toMatchObject({
      code: 2,
      err: expect.stringContaining("broken.xml"),
    });
    expect(await reeve(files, "site get hdfs-site")).toMatchObject({ code: 2 });
    expect(await reeve(files, "site check missing.xml")).toMatchObject({ code: 2 });
  });

  test("a wait that times out says what was missing, and one that fails says why", async () => {
    const watched = await reeve(home, "broker plans watch");
    expect(watched.out).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+Z {2}deploy {2}complete {2}4 of 4 steps\n$/);
    await reeve(home, "broker pods pause broker-0");
    const { code, err } = await reeve(home, "broker plans restart --phase nothing --step nothing --wait --timeout 2s");
    expect({ code, err }).toMatchObject({ code: 6, err: expect.stringContaining("nothing") });
  });
});

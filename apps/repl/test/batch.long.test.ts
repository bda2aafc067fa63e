import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Home, makeHome, run, startCluster, type TestCluster, TOKEN } from "./shell.ts";

describe("the shell without a terminal", { timeout: 60_000 }, () => {
  let cluster: TestCluster;
  let home: Home;

  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster[Symbol.asyncDispose]());
  beforeEach(() => {
    home = makeHome(cluster.url);
    return () => home[Symbol.dispose]();
  });

  test("says that the named profile does not exist", () => {
    const lost = { ...home, env: { ...home.env, REEVE_PROFILE: "prd", REEVE_URL: "" } };
    const { stderr, status } = run(lost, ["-e", "broker.topics.list()"]);
    expect([stderr, status]).toEqual([expect.stringContaining('error: there is no profile "prd"'), 6]);
  });

  test("names the call that shows whether a failed change was made", async () => {
    await cluster.down(60_000);
    const lines = 'broker.topics.alter({ topic: "orders", partitions: 20 })';
    const known = { ...home, env: { ...home.env, REEVE_REVISION: "broker=R3" } };
    const { stderr, status } = run(known, ["-e", lines]);
    const asData = run(known, ["--json", "-e", lines]);
    await cluster.down(0);
    expect([stderr, status]).toEqual([expect.stringContaining("the change may have been made: check with topics.describe"), 10]);
    expect(stderr).toContain("broker.topics.describe({ topic: 'orders' }) shows whether the change was made.");
    expect(stderr).not.toMatch(/again|more time/);
    expect(JSON.parse(asData.stderr).error).toMatchObject({ mayHaveBeenDone: true, exitCode: 10 });
  });

  test("evaluates an argument, and prints only the result", () => {
    const { status, stdout, stderr } = run(home, ["--eval", 'broker.topics.describe({ topic: "orders" })']);
    expect(stdout).toMatch(/^partition {2}leader {2}in sync {2}leader epoch\n {8}0 /);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("prints with --json exactly what the server sent", () => {
    const { stdout } = run(home, ["--json", "-e", 'broker.topics.offsets({ topic: "orders" })']);
    expect(stdout).toBe('[{"0":"7"}]\n');
  });

  test("runs a script, which prints what it wants and may use await", () => {
    const script = join(home.folder, "nightly.js");
    writeFileSync(
      script,
      [
        "#!/usr/bin/env reeve-repl",
        "const names = await broker.topics.list();",
        "for (const name of names.slice(0, 2)) {",
        "  const { partitions } = await broker.topics.describe({ topic: name });",
        "  print([name, partitions.length].join(' '));",
        "}",
        "names.length;",
      ].join("\n"),
    );
    expect(run(home, [script])).toEqual({ status: 0, stdout: "orders 3\npayments 12\n", stderr: "" });
  });

  test("evaluates standard input statement by statement, in order, with words without brackets", () => {
    const { status, stdout } = run(home, [], "show topic orders\nconst n = {\n  a: 20,\n}\nn.a + 1\n_ * 2\n");
    expect(stdout.trimEnd().split("\n").slice(-2)).toEqual(["21", "42"]);
    expect(stdout).toContain("leader epoch");
    expect(status).toBe(0);
  });

  test.each([
    ["what is not there", 'broker.topics.describe({ topic: "ordrs" })', 6, 'no topic "ordrs" in kafka. Did you mean "orders"?'],
    ["a wrong input", 'broker.topics.create({ topic: "x", partitions: 0, replication: 1 })', 2, "expected an integer from 1 to 1000000"],
    ["what the revision lacks", "broker.brokers.restart({ broker: 1 })", 3, "R1 and R2"],
    ["what exists", 'broker.topics.create({ topic: "orders", partitions: 1, replication: 1 })', 7, "already exists"],
    ["what needs a confirmation", 'broker.topics.delete({ topic: "orders" })', 2, "there is no terminal"],
    ["a mistake in the syntax", "let = ;", 2, "SyntaxError"],
    ["an error of the code itself", "null.x", 1, "TypeError"],
    ["an error under an await", 'await Promise.reject(new Error("no"))', 1, "error: Error: no"],
    ["an error that comes late", 'setTimeout(() => { throw new Error("late") }, 10); 1', 1, "error: Error: late"],
  ])("has the exit codes of the command line: %s", (_, code, status, sentence) => {
    const ended = run(home, ["-e", code]);
    expect(ended.stderr).toContain(sentence);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(ended.status).toBe(status);
  });

  test("prints an error with --json as an object on standard error", () => {
    const { stdout, stderr, status } = run(home, ["--json", "-e", 'broker.topics.describe({ topic: "nope" })']);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "not-found", exitCode: 6 } });
    expect({ stdout, status }).toEqual({ stdout: "", status: 6 });
  });

  test("says that the server does not answer", () => {
    const dead = makeHome("http://127.0.0.1:9");
    const { stderr, status } = run(dead, ["-e", "broker.topics.list()"]);
    dead[Symbol.dispose]();
    expect(stderr).toMatch(/^error: http:\/\/127\.0\.0\.1:9 cannot be reached/);
    expect(status).toBe(10);
  });

  test("destroys without a question with --yes", () => {
    run(home, ["-e", 'broker.topics.create({ topic: "brief", partitions: 1, replication: 1 })']);
    const { stdout, status } = run(home, ["--yes", "-e", 'broker.topics.delete({ topic: "brief" })']);
    expect({ stdout, status }).toEqual({ stdout: "Topic brief is marked for deletion.\n", status: 0 });
  });

  test("runs the startup file unless a flag prevents it", () => {
    writeFileSync(join(home.folder, "first.js"), "globalThis.greeting = 'hello'\n");
    expect(run(home, ["--rc", "first.js", "-e", "greeting"]).stdout).toBe("hello\n");
    expect(run(home, ["--rc", "nowhere.js", "-e", "1"])).toEqual({
      status: 2,
      stdout: "",
      stderr: "error: nowhere.js cannot be read: there is no such file\n",
    });
  });

  test("shows no secret, however it is printed", () => {
    const code = `print(process.env.REEVE_TOKEN); print({ deep: [process.env] });
      print({ profile: "prod", s3: { s3_secret_key: "hush-" + "hush", access_key: 'k\\'ey' } }); broker.topics.list()`;
    const { stdout, stderr } = run(home, ["-e", code]);
    expect(stdout).toContain("<redacted>");
    expect(stdout).toMatch(/profile: 'prod'[\s\S]*s3_secret_key: '<redacted>'/);
    expect(stdout + stderr).not.toContain(TOKEN);
    expect(stdout).not.toMatch(/hush|k'ey/);
  });

  test("refuses wrong flags, and names --help", () => {
    expect(run(home, ["--colour"])).toMatchObject({ status: 2, stdout: "" });
    expect(run(home, ["--colour"]).stderr).toBe('error: unknown flag "--colour". --help lists what is available.\n');
    expect(run(home, ["--intractive"]).stderr).toContain('unknown flag "--intractive". Did you mean "--interactive"?');
    expect(run(home, ["--url", "a", "--url", "b"]).stderr).toBe("error: --url is given twice\n");
    expect(run(home, ["one.js", "two.js"]).stderr).toContain('only one script can be given: "two.js" is one too many');
    expect(run(home, ["--help"]).stdout).toContain("--eval CODE");
    expect(run(home, ["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test("prompts without a terminal if a flag says so", () => {
    const { stdout, status } = run(home, ["-i", "-q", "--no-rc"], "1 + 1\n.exit\n");
    expect(stdout).toContain("> 2\n");
    expect(status).toBe(0);
  });

  test("works on a simulated cluster in this process, and shows a tour", () => {
    const alone = makeHome();
    const demo = run(alone, ["--demo", "-e", "broker.pods.list()"]);
    expect(demo).toEqual({ status: 0, stdout: "broker-0\nbroker-1\nbroker-2\n", stderr: "" });
    const tour = run(alone, ["--tour"]);
    alone[Symbol.dispose]();
    expect(tour.stdout).toMatch(/^Reeve · simulated cluster in this process: broker \(R3\), wide-column, file-system \(V1\)/);
    expect(tour.stdout).toContain('Created topic "orders".');
    expect(tour.stdout).toContain("broker-1 has been restarted and is back");
    expect({ status: tour.status, stderr: tour.stderr }).toEqual({ status: 0, stderr: "" });
  });
});

import { chmodSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startReeve } from "@reeve/service";
import { hasPseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { homeAt, startCluster } from "./cluster.ts";
import { type Home, makeHome, reeve, reeveProcess, typed } from "./command-line.ts";
import { startServer } from "./small-server.ts";

test("shows a link that logs in once", async () => {
  await using cluster = await startCluster("kafka-r3");
  using home = homeAt(cluster, "kafka-r3");
  const { code, out } = await reeve(home, "console --json");
  const { url, seconds } = JSON.parse(out);
  expect({ code, url, seconds }).toEqual({
    code: 0,
    url: expect.stringMatching(/^http:\/\/[^/]+\/#once=[\w-]{43}$/),
    seconds: 60,
  });
  const login = () =>
    cluster.fetch(`${cluster.url}/reeve/v1/console/logins`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code: url.split("=")[1] }),
    });
  expect(await (await login()).json()).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/) });
  expect((await login()).status).toBe(401);
  expect((await reeve(home, "console")).out).toMatch(/^http\S+#once=\S+\nThe link works once, within 60 seconds\.\n$/);
});

test("a login survives a restart at the same port, and logout --everywhere ends it, also of the local profile", async () => {
  using home = makeHome();
  writeFileSync(join(home.folder, "cluster.yaml"), "services:\n  kafka: { kind: broker, pace: 0 }\n");
  const start = async () => {
    expect((await reeveProcess(home, "up --detach --definition cluster.yaml")).code).toBe(0);
    return JSON.parse(readFileSync(join(home.folder, "reeve/state/up.json"), "utf8")).url as string;
  };
  const url = await start();
  const link = JSON.parse((await reeveProcess(home, "console --json")).out).url as string;
  const login = await fetch(`${url}/reeve/v1/console/logins`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: link.split("=")[1] }),
  });
  const { key } = (await login.json()) as { readonly key: string };
  const headers = { "reeve-console": key, cookie: login.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const status = async () => (await fetch(`${url}/reeve/v1/info`, { headers })).status;
  expect(await status()).toBe(200);
  expect((await reeveProcess(home, "down")).code).toBe(0);
  expect(await start()).toBe(url);
  expect(await status()).toBe(200);
  expect(await reeveProcess(home, "logout --everywhere")).toMatchObject({
    code: 0,
    out: expect.stringContaining("logins in browsers have ended; its static token is valid until"),
  });
  expect(await status()).toBe(401);
  expect((await reeveProcess(home, "status")).code).toBe(0);
  expect((await reeveProcess(home, "down --purge --yes")).code).toBe(0);
});

test("says that a foreign server has no console", async () => {
  await using server = await startServer((_, answer) => {
    answer.writeHead(404, { "content-type": "application/json" });
    answer.end("{}");
  });
  using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "a-token-of-sixteen" });
  const { code, err } = await reeve(home, "console");
  expect({ code, err }).toEqual({ code: 6, err: expect.stringContaining("is not a service that reeve up started") });
});

describe.skipIf(!hasPseudoTerminal || process.platform !== "linux")("on a terminal", () => {
  let cluster: Awaited<ReturnType<typeof startReeve>>;
  beforeAll(async () => {
    cluster = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
  });
  afterAll(() => cluster.close());

  /** A home with a program that opens links: it notes its arguments, and ends with the given code. */
  function homeWithOpener(code: number, env: Readonly<Record<string, string>>): Home {
    const home = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token, ...env });
    const opener = join(home.folder, "xdg-open");
    writeFileSync(opener, `#!/bin/sh\necho "$@" > ${home.folder}/opened\nexit ${code}\n`);
    chmodSync(opener, 0o755);
    return { ...home, env: { ...home.env, PATH: `${home.folder}:${process.env.PATH}` } };
  }

  async function output(home: Home, line = "console"): Promise<string> {
    await using terminal = typed(home, line, { columns: 200 });
    expect(await terminal.ended()).toBe(0);
    return terminal.all();
  }

  const opened = (home: Home) => readFileSync(join(home.folder, "opened"), "utf8").trim();
  const isOpened = (home: Home) => readdirSync(home.folder).includes("opened");

  test("the browser gets the link in a file that only its owner can read, because other users see the arguments of programs", async () => {
    using home = homeWithOpener(0, { DISPLAY: ":0" });
    const text = await output(home);
    const [link = ""] = /http\S+#once=[\w-]{43}/.exec(text) ?? [];
    expect(text).toContain("The link opens in a browser. If no page appears, open the link yourself.");
    expect(opened(home)).toMatch(/^file:\S+\.html$/);
    expect(opened(home)).not.toContain(link.split("=")[1]);
    const file = fileURLToPath(opened(home));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toContain(`content="0;url=${link}"`);
    utimesSync(file, 0, 0);
    await output(home);
    expect(readdirSync(join(file, ".."))).toEqual([opened(home).split("/").at(-1)]);
  });

  test.each<[string, number, Readonly<Record<string, string>>, string]>([
    [
      "ssh",
      0,
      { SSH_CONNECTION: "198.51.100.7 50000 198.51.100.8 22" },
      "this session is remote: run ssh -L PORT:127.0.0.1:PORT on your own machine, and open the link in a browser there.",
    ],
    ["no display", 0, {}, "there is no display here: open the link in a browser yourself."],
    ["no browser", 3, { DISPLAY: ":0" }, "xdg-open opened no browser: open the link in a browser yourself."],
  ])("says why no browser was opened: %s", async (_, code, env, reason) => {
    using home = homeWithOpener(code, env);
    const text = await output(home);
    expect(text).toMatch(/http\S+#once=[\w-]{43}/);
    expect(text).toContain(`No browser was opened, because ${reason.replaceAll("PORT", new URL(cluster.url).port)}`);
    expect(isOpened(home)).toBe(code !== 0);
  });

  test("says that the program which opens links is missing", async () => {
    using home = homeWithOpener(0, { WAYLAND_DISPLAY: "wayland-0" });
    rmSync(join(home.folder, "xdg-open"));
    // What the terminal of the test itself needs.
    for (const program of ["script", "stty", "tty"]) symlinkSync(`/usr/bin/${program}`, join(home.folder, program));
    const text = await output({ ...home, env: { ...home.env, PATH: home.folder } });
    expect(text).toContain("No browser was opened, because xdg-open cannot be started");
  });

  test.each(["console --json", "console --print", "console -o name"])("%s opens nothing", async (line) => {
    using home = homeWithOpener(0, { DISPLAY: ":0" });
    const text = await output(home, line);
    expect(text).toMatch(/http\S+#once=[\w-]{43}/);
    expect(text).not.toContain("browser");
    expect(isOpened(home)).toBe(false);
  });
});

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openBrowser, type Page } from "@reeve/testing/browser";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";
import { REFUSED, startPlayedService } from "./played-service.ts";
import { ask, complete, temporaryFolder, until } from "./running.ts";
import { verboseEngines } from "./verbose-engine.ts";

/** Milliseconds for a test and for its waits; a browser is slow on a busy machine. */
const MUCH_TIME = 240_000;
const WAIT = 90_000;

const opened = await openBrowser();
const title = typeof opened === "string" ? `the console (skipped: ${opened})` : "the console";

describe.skipIf(typeof opened === "string")(title, { timeout: MUCH_TIME }, () => {
  if (typeof opened === "string") return;
  const { browser, axe } = opened;
  afterAll(() => browser.close());

  /**
   * Opens a page and collects what must not happen: errors, messages in the browser's log, and requests to other servers. The browser
   * itself logs each refused request, so a test of refusals names what is logged.
   */
  async function openPage(url: string, refusals = /^$/): Promise<Page> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT);
    const amiss: string[] = [];
    page.on("pageerror", (error) => void amiss.push(error.message));
    page.on("console", (message) => {
      // A test ends its service before its page, so the page may ask without success.
      if (!refusals.test(message.text()) && !message.text().includes("net::ERR_")) amiss.push(message.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith("data:")) amiss.push(request.url());
    });
    onTestFinished(async () => {
      await context.close();
      expect(amiss).toEqual([]);
    });
    return page;
  }

  async function logIn(reeve: Pick<Reeve, "url" | "token">, refusals?: RegExp): Promise<Page> {
    const page = await openPage(reeve.url, refusals);
    await page.goto(reeve.url);
    await page.fill("input[name=token]", reeve.token);
    await page.click("button[type=submit]");
    await page.waitForSelector(".connection.good");
    return page;
  }

  const go = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

  /** The violations that the accessibility checker finds, with the elements concerned. */
  async function violations(page: Page): Promise<unknown> {
    await page.evaluate(`${readFileSync(axe, "utf8")};0`);
    return page.evaluate(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`);
  }

  test("logs in with a token, and with a link that works once; the login survives a reload, and is that of other tabs", async () => {
    await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
    const page = await openPage(reeve.url, /status of 401/);
    await page.goto(reeve.url);
    await page.fill("input[name=token]", "not-the-token-of-this");
    await page.click("button[type=submit]");
    await page.waitForSelector(".failure >> text=The token is invalid");
    // There was no login, so none has ended.
    expect(await page.textContent("form")).not.toContain("The login has ended");
    const { code } = (await ask(reeve, "POST /reeve/v1/console/links")).body as { readonly code: string };
    await page.goto("about:blank");
    await page.goto(`${reeve.url}/#once=${code}`);
    await page.waitForSelector(".connection.good");
    expect(page.url()).toBe(`${reeve.url}/#/`);
    // No script can read the cookie, and the key in the storage is worth nothing without it.
    expect(await page.evaluate("document.cookie + sessionStorage.length + Object.keys(localStorage)")).toBe("0reeve.key");
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/", domain: "127.0.0.1" });
    await page.reload();
    await page.waitForSelector(".connection.good");
    const tab = await page.context().newPage();
    await tab.goto(`${reeve.url}/#/kafka/topics`);
    await tab.waitForSelector("text=There is no topic yet");
    await tab.click("button >> text=Log out");
    await page.waitForSelector("text=The login has ended");
    await page.reload();
    await page.waitForSelector("input[name=token]");
    expect(await page.evaluate("localStorage.length")).toBe(0);
    await page.goto("about:blank");
    await page.goto(`${reeve.url}/#once=${code}`);
    await page.waitForSelector("text=The link has already been used");
  });

  test("its login is of no use to a page on another port of the machine, which gets the cookie", async () => {
    await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
    const page = await logIn(reeve);
    const cookies: string[] = [];
    const other = createServer((request, response) => {
      cookies.push(request.headers.cookie ?? "");
      response.setHeader("content-type", "text/html").end("<title>other</title>");
    });
    onTestFinished(() => void other.close());
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const tab = await page.context().newPage();
    await tab.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
    const tries = [
      `fetch("${reeve.url}/reeve/v1/info", { credentials: "include" })`,
      `fetch("${reeve.url}/reeve/v1/info", { credentials: "include", headers: { "reeve-console": "guessed" } })`,
      `fetch("${reeve.url}/reeve/v1/console/logout", { method: "POST", credentials: "include" })`,
    ];
    for (const line of tries) expect(await tab.evaluate(`${line}.then(() => "read", () => "refused")`)).toBe("refused");
    expect(await tab.evaluate("localStorage.length")).toBe(0);
    const [cookie = ""] = cookies;
    expect(cookie).toMatch(/^reeve-\d+=/);
    expect((await ask(reeve, "GET /reeve/v1/info", { token: "", headers: { cookie } })).status).toBe(401);
    await page.reload();
    await page.waitForSelector(".connection.good");
  });

  test("shows the output and the usage of simulated nodes with traffic", async () => {
    await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0, traffic: "busy" } } });
    await until(reeve, "kafka", "deploy", complete);
    const page = await logIn(reeve);
    await go(page, "#/kafka/nodes");
    await page.waitForSelector("td >> text=/MiB of 2.0 GiB/");
    await go(page, "#/kafka/logs/broker-0");
    await page.waitForSelector(".log >> text=This is a simulation");
    await page.waitForSelector(".log >> text=Rolled a new log segment");
  });

  test("logs in with an account where the service has accounts, over TLS", async () => {
    using folder = temporaryFolder();
    const passwordFile = join(folder.path, "person.password");
    writeFileSync(passwordFile, "correct horse battery staple\n");
    await using reeve = await startReeve(
      {
        edition: "enterprise",
        serviceAccounts: [{ uid: "person", passwordFile }],
        services: { kafka: { kind: "broker", pace: 0 } },
      },
      { tls: true, state: folder.path },
    );
    expect(reeve.url).toMatch(/^https:/);
    const page = await openPage(reeve.url, /status of 401/);
    await page.goto(reeve.url);
    await page.waitForSelector("input[name=uid]");
    await page.fill("input[name=uid]", "unknown");
    await page.fill("input[name=password]", "wrong");
    await page.click("button[type=submit]");
    await page.waitForSelector(".failure >> text=unknown, or its");
    await page.fill("input[name=uid]", "person");
    await page.fill("input[name=password]", "correct horse battery staple");
    await page.click("button[type=submit]");
    await page.waitForSelector("text=3 of 3 nodes run");
    await page.click("button >> text=Log out");
    await page.waitForSelector("input[name=uid]");
  });

  test("edits the definition: completes fields, marks mistakes, and shows the plan before the button", async () => {
    await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
    await until(reeve, "kafka", "deploy", complete);
    const page = await logIn(reeve, /status of 400/);
    await page.click("text=Edit the definition");
    await page.waitForSelector("textarea");
    const original = await page.inputValue("textarea");
    await page.fill("textarea", `${original.trimEnd()}\n    settings:\n      BROKER_CO`);
    await page.press("textarea", "Control+Space");
    expect(await page.inputValue("textarea")).toMatch(/ {6}BROKER_COUNT: $/);
    await page.keyboard.type("four");
    await page.click("button >> text=Show the plan");
    await page.waitForSelector(".mistakes >> text=BROKER_COUNT: expected an integer");
    await page.click(".mistakes button");
    expect(await page.evaluate("String(getSelection())")).toContain("BROKER_COUNT: four");
    await page.keyboard.type("      BROKER_COUNT: 4");
    await page.click("button >> text=Show the plan");
    await page.waitForSelector(".plan >> text=broker-3 starts");
    expect(await violations(page)).toEqual([]);
    await page.click("button >> text=Deploy");
    await page.waitForSelector("text=Deployed: kafka");
    await page.waitForSelector("h2 >> text=deploy");
    await until(reeve, "kafka", "deploy", complete);
    await go(page, "#/kafka/configurations");
    await page.waitForSelector(".versions li:nth-child(2)");
    await page.click(".versions li:nth-child(2) a");
    const saved = page.waitForEvent("download");
    await page.click("button >> text=Export");
    expect((await saved).suggestedFilename()).toMatch(/^kafka-[\da-f]{8}\.yaml$/);
    await page.click("text=Deploy this again");
    await page.waitForSelector("textarea");
    expect(await page.inputValue("textarea")).not.toContain("BROKER_COUNT");
  });

  test("restarts all nodes, one after another", async () => {
    await using reeve = await startReeve({ services: { db: { kind: "wide-column", pace: 0 } } });
    await until(reeve, "db", "deploy", complete);
    const page = await logIn(reeve);
    await go(page, "#/db/nodes");
    await page.click("button >> text=Restart all");
    await page.waitForSelector("text=reeve wide-column rolling-restart start --service db");
    await page.click("dialog button[type=submit]");
    await page.waitForSelector("h2 >> text=rolling-restart");
    await page.waitForSelector(".plan header >> text=complete");
  });

  test("shows a rollout, a failed node and its recovery, a replacement that asks for the name, and a topic", async () => {
    const kafka = { kind: "broker", pace: 0.2 } as const;
    await using reeve = await startReeve({ services: { kafka } });
    await until(reeve, "kafka", "deploy", complete);
    const page = await logIn(reeve);
    await page.waitForSelector("text=3 of 3 nodes run");
    await reeve.deploy({ services: { kafka: { ...kafka, settings: { BROKER_MEM: 3000 } } } });
    await page.waitForSelector(".moving >> text=deploy in progress");
    await page.waitForSelector("text=at rest");
    await go(page, "#/kafka/configurations");
    await page.waitForSelector(".differences >> text=brokerConfiguration.mem");
    await go(page, "#/kafka/plans/recovery");
    await page.waitForSelector("text=This plan has no steps");
    reeve.kill("kafka", "broker-1");
    await page.waitForSelector(".steps >> text=broker-1");
    await page.waitForSelector(".plan header >> text=complete");
    await go(page, "#/kafka/nodes");
    const agent = () => page.textContent("tr:has-text('broker-2') td:nth-child(3)");
    const before = await agent();
    await page.click("button[aria-label='Replace broker-2']");
    await page.waitForSelector("text=reeve broker nodes replace broker-2 --service kafka");
    await page.waitForSelector("text=POST /reeve/v1/services/kafka/nodes/broker-2/replace");
    await page.waitForSelector("dialog button.danger:disabled");
    await page.click("dialog input[name=force]");
    await page.waitForSelector("text=reeve broker nodes replace broker-2 --force-data-loss --service kafka");
    await page.click("dialog input[name=force]");
    await page.fill("dialog input[name=confirm]", "broker-2");
    await page.press("dialog input[name=confirm]", "Enter");
    // The plan opens.
    await page.waitForSelector("h2 >> text=recovery");
    await go(page, "#/kafka/nodes");
    await expect.poll(agent).not.toBe(before);
    await page.waitForSelector("text=3 of 3 nodes run");
    await go(page, "#/kafka/topics");
    await page.click("text=Create a topic");
    await page.fill("dialog input[name=topic]", "orders");
    await page.fill("dialog input[name=partitions]", "0");
    await page.waitForSelector("label:has(input[name=partitions][aria-invalid=true]) >> text=Expected an integer");
    await page.fill("dialog input[name=partitions]", "3");
    await page.click("dialog button[type=submit]");
    // The new topic opens.
    await page.waitForSelector("text=3 in sync");
    expect(page.url()).toMatch(/#\/kafka\/topics\/orders$/);
    await page.click("text=Change replication");
    await page.waitForSelector("text=reeve broker topics replication orders 3 --throttle 50MB/s --service kafka");
    await page.press("dialog", "Escape");
    await page.click("text=Balance partitions");
    await page.waitForSelector("text=reeve broker partitions balance --throttle 50MB/s --service kafka");
    await page.click("text=Show the preview");
    await page.waitForSelector("text=Nothing would move");
    await page.waitForSelector("dialog button[type=submit] >> text=Balance");
    await page.press("dialog", "Escape");
    await page.waitForSelector("dialog", { state: "hidden" });
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Balance partitions");
    await go(page, "#/kafka/plans/deploy");
    await page.waitForSelector(".plan header >> text=complete");
    await reeve.deploy({ services: { kafka: { ...kafka, settings: { BROKER_MEM: 64 } } } });
    await page.click("button[aria-label='Complete the step broker-0']");
    await page.waitForSelector("text=--step broker-0 --service kafka");
    await page.click("dialog button[type=submit]");
    await page.waitForSelector("dialog", { state: "hidden" });
    await page.waitForSelector("li:has-text('broker-0') >> text=complete");
    await page.waitForSelector("button[aria-label='Restart the step broker-1']");
  });

  test("shows sizes, settings and groups, and a reset before it is sent", async () => {
    await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
    await until(reeve, "kafka", "deploy", complete);
    // The service refuses a value.
    const page = await logIn(reeve, /status of 400/);
    await go(page, "#/kafka/groups");
    await page.waitForSelector("text=There is no consumer group yet");
    await go(page, "#/kafka/topics");
    await page.click("text=Create a topic");
    await page.fill("dialog input[name=topic]", "orders");
    await page.fill("dialog input[name=set]", "retention.ms=60000 segment.ms=1000");
    await page.waitForSelector("text=reeve broker topics create orders --set retention.ms=60000 --set segment.ms=1000 --service kafka");
    await page.click("dialog button[type=submit]");
    // The new topic opens, with the brokers' own defaults.
    await page.waitForSelector("h2 >> text=orders");
    await page.waitForSelector("[aria-label='Settings of orders'] tr:has-text('retention.ms') >> text=60000");
    await page.waitForSelector("text=unclean.leader.election.enable");
    expect(await page.isVisible("text=cleanup.policy")).toBe(false);
    await page.click("text=defaults, too");
    await page.waitForSelector("text=cleanup.policy");
    await page.click("button[aria-label='Change retention.ms of orders']");
    await page.fill("dialog input[name=set]", "retention.ms=soon");
    await page.click("dialog button[type=submit]");
    await page.waitForSelector("dialog .failure >> text=expected a whole number");
    await page.fill("dialog input[name=set]", "retention.ms=90000");
    await page.waitForSelector("text=reeve broker topics configure orders retention.ms=90000 --service kafka");
    await page.click("dialog button[type=submit]");
    await page.waitForSelector("[aria-label='Settings of orders'] tr:has-text('retention.ms') >> text=90000");
    await page.click("button[aria-label='Let orders inherit segment.ms']");
    await page.waitForSelector("text=reeve broker topics configure orders --unset segment.ms --service kafka");
    await page.click("dialog button[type=submit]");
    const inherits = () => page.isVisible("button[aria-label='Let orders inherit segment.ms']");
    await expect.poll(inherits).toBe(false);

    await ask(reeve, "PUT /service/kafka/v1/topics/orders?operation=producer-test&messages=2048");
    await go(page, "#/kafka/topics");
    await page.waitForSelector("tr:has-text('orders') >> text=6.0 MiB");
    await page.waitForSelector("tr:has-text('orders') .status >> text=all");
    await go(page, "#/kafka/nodes");
    const shares = ["1", expect.stringMatching(/^[01]$/), "2.0 MiB"];
    const cells = "[...document.querySelectorAll('tr')].find((row) => row.textContent.includes('broker-1')).cells";
    const shown = () => page.evaluate(`[...${cells}].slice(4, 7).map((cell) => cell.textContent)`);
    await expect.poll(shown).toEqual(shares);
    await page.waitForSelector("h2 >> text=3 brokers since this page was opened");
    await page.waitForSelector("[aria-label^='Data of broker-1: now 2.0 MiB, at most 2.0 MiB']");

    await go(page, "#/kafka/groups");
    await page.click("a >> text=reports");
    await page.waitForSelector("text=2,048 records to read");
    await page.click("button >> text=Reset");
    await page.fill("dialog input[name=to]", "last");
    await page.fill("dialog input[name=by]", "1");
    await page.click("dialog >> text=Show the preview");
    await page.waitForSelector("dialog >> text=xpected exactly one of to, offset and by");
    await page.fill("dialog input[name=by]", "");
    await page.click("dialog >> text=Show the preview");
    await page.waitForSelector("text=1 partition: 0 records read again, 2,048 records skipped.");
    await page.waitForSelector("text=reeve broker groups reset reports --to last --service kafka");
    await page.waitForSelector("dialog button.danger:disabled");
    await page.fill("dialog input[name=confirm]", "reports");
    await page.click("dialog button.danger");
    await page.waitForSelector("text=0 records to read");
    await page.click("button >> text=Delete");
    await page.fill("dialog input[name=confirm]", "reports");
    await page.click("dialog button.danger");
    await page.waitForSelector("a >> text=search");
    await expect.poll(() => page.isVisible("a >> text=reports")).toBe(false);
  });

  test("sends with each action the request that it shows", async () => {
    using folder = temporaryFolder();
    const services = {
      kafka: { kind: "broker", pace: 1 },
      db: { kind: "wide-column", pace: 0 },
      hdfs: { kind: "file-system", revision: "V2", pace: 0 },
    } as const;
    await using reeve = await startReeve({ services }, { state: folder.path });
    for (const service of Object.keys(services)) await until(reeve, service, "deploy", complete);
    await ask(reeve, "POST /service/kafka/v1/topics/orders?partitions=3&replication=2");
    const page = await logIn(reeve);
    // The browser's debugger does not show the bodies of requests that a program has cloned, so the page keeps what it sends.
    await page.evaluate(`{
      const send = window.fetch;
      window.sent = [];
      window.fetch = async (input, init) => {
        const request = input instanceof Request ? input.clone() : new Request(input, init);
        const { method, url } = request;
        const body = await request.text();
        if (method !== "GET") window.sent.push(method + " " + url.slice(location.origin.length) + (body === "" ? "" : "\\n" + body));
        return send(input, init);
      };
    }`);
    /** Does an action, checks that it sends what it shows, and then opens a page: the one from before, unless that no longer exists. */
    const act = async (button: string, answers: Readonly<Record<string, string>> = {}, next?: string) => {
      const hash = next ?? ((await page.evaluate("location.hash")) as string);
      await page.click(button);
      await page.waitForSelector("dialog h2");
      for (const [field, answer] of Object.entries(answers)) await page.fill(`dialog input[name=${field}]`, answer);
      const shown = await page.evaluate("document.querySelectorAll('dialog form > .copied pre')[1].textContent");
      await page.evaluate("void (window.sent.length = 0)");
      await page.click("dialog button[type=submit]");
      await page.waitForSelector("dialog", { state: "hidden" });
      expect(await page.evaluate("window.sent"), button).toEqual([shown]);
      await go(page, hash);
    };
    await go(page, "#/kafka/topics/orders");
    await act("text=Add partitions", { partitions: "30" });
    await act("text=Elect leaders");
    await act("text=Change replication", { copies: "3", throttle: "1MB/s" });
    await go(page, "#/kafka/nodes");
    for (const verb of ["Pause", "Restart"]) await act(`button[aria-label='${verb} broker-0']`);
    await act("button[aria-label='Replace broker-2']", { confirm: "broker-2" });
    await page.waitForSelector("text=3 of 3 nodes run");
    // Slow enough that the rollout is under way at each action, however slow the browser is.
    const changed = (pace: number) => ({
      ...services,
      kafka: { ...services.kafka, pace, settings: { BROKER_MEM: 3000 } },
    });
    await reeve.deploy({ services: changed(200) });
    await go(page, "#/kafka/plans/deploy");
    await act(".plan header button >> text=Interrupt");
    await act("button[aria-label='Complete the step broker-2']");
    await act(".plan header button >> text=Stop");
    await act(".plan header button >> text=Continue");
    await reeve.deploy({ services: changed(1) });
    await page.waitForSelector(".plan header >> text=complete");
    await go(page, "#/kafka/topics/orders");
    await act("button >> text=Delete", { confirm: "orders" }, "#/db/database");
    for (const [action, plan] of [
      ["Repair", "repair"],
      ["Clean up", "cleanup"],
    ]) {
      await act(`button >> text=${action}`);
      await page.waitForSelector(`tr:has-text('${plan}') >> text=complete`);
    }
    for (const [service, pod] of [
      ["db", "node"],
      ["hdfs", "data"],
    ]) {
      await go(page, `#/${service}/nodes`);
      for (const verb of ["Pause", "Restart"]) await act(`button[aria-label='${verb} ${pod}-0']`);
      await act(`button[aria-label='Replace ${pod}-1']`, { confirm: `${pod}-1` });
      await page.waitForSelector("text=/(\\d+) of \\1 nodes run/");
    }
  });

  test("backs a database up and restores it", async () => {
    using folder = temporaryFolder();
    await using reeve = await startReeve({ services: { db: { kind: "wide-column", pace: 0 } } }, { state: folder.path });
    await until(reeve, "db", "deploy", complete);
    const page = await logIn(reeve);
    await go(page, "#/db/database");
    for (const action of ["Back up", "Restore"]) {
      await page.click(`button >> text=${action}`);
      await page.fill("dialog input[name=backup_name]", "first");
      await page.fill("dialog input[name=external_location]", "s3://bucket");
      await page.fill("dialog input[name=s3_access_key]", "an-access-key");
      await page.fill("dialog input[name=s3_secret_key]", "a-secret-key");
      expect(await page.textContent("dialog")).not.toContain("a-secret-key");
      if (action === "Restore") await page.fill("dialog input[name=confirm]", "db");
      await page.click("dialog button[type=submit]");
      const plan = action === "Restore" ? "restore" : "backup";
      // Exactly this text, because the dialog has the heading Restore.
      await page.waitForSelector(`h2 >> text="${plan}"`);
      await go(page, "#/db/database");
      await page.waitForSelector(`tr:has-text('${plan}') >> text=complete`);
    }
  });

  test("restores a backup of another service only after the user has accepted it", async () => {
    using folder = temporaryFolder();
    const started = (name: string) =>
      startReeve({ services: { db: { kind: "wide-column", pace: 0 } } }, { state: join(folder.path, name) });
    const json = {
      backup_name: "first",
      external_location: "s3://bucket",
      s3_access_key: "access-key",
      s3_secret_key: "secret-key",
    };
    {
      await using other = await started("other");
      await until(other, "db", "deploy", complete);
      await ask(other, "PUT /service/db/v1/backup/start", { json });
      await until(other, "db", "backup", complete);
    }
    cpSync(join(folder.path, "other", "object-store"), join(folder.path, "own", "object-store"), { recursive: true });
    await using reeve = await started("own");
    await until(reeve, "db", "deploy", complete);
    const page = await logIn(reeve, /status of 4\d\d/);
    await go(page, "#/db/database");
    await page.click("button >> text=Restore");
    for (const [name, value] of Object.entries(json)) await page.fill(`dialog input[name=${name}]`, value);
    await page.fill("dialog input[name=confirm]", "db");
    await page.click("dialog button[type=submit]");
    await page.waitForSelector("dialog >> text=signed with a key that this service does not know");
    await page.check("dialog input[name=accept]");
    await page.click("dialog button[type=submit]");
    await page.waitForSelector("h2 >> text=restore");
    await page.waitForSelector(".plan header >> text=complete");
  });

  test("does nothing that a hurried user did not mean: a double click, a held key, the back button, a login that ended", async () => {
    await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
    await until(reeve, "kafka", "deploy", complete);
    const long = `orders-${"x".repeat(240)}`;
    await ask(reeve, `POST /service/kafka/v1/topics/${long}?partitions=1&replication=1`);
    const page = await logIn(reeve, /status of 401/);
    const changes: string[] = [];
    page.on("request", (request) => {
      const isLogin = request.url().includes("/reeve/v1/console/log");
      if (request.method() !== "GET" && !isLogin) changes.push(request.url());
    });
    await go(page, "#/kafka/nodes");
    const restart = "button[aria-label='Restart broker-0']";
    await page.waitForSelector(restart);
    /** Where the dialog has its button, so that both clicks of a double click are on a button. */
    const middle = async (selector: string) =>
      (await page.evaluate(`(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(
        document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`)) as { x: number; y: number };
    await page.click(restart);
    await page.waitForSelector("dialog h2");
    const submit = await middle("dialog [type=submit]");
    await page.press("dialog", "Escape");
    await page.waitForSelector("dialog", { state: "hidden" });
    await page.evaluate(`Object.assign(document.querySelector(${JSON.stringify(restart)}).style,
      { position: "fixed", left: "${submit.x - 20}px", top: "${submit.y - 10}px" })`);
    await page.mouse.dblclick(submit.x, submit.y, { delay: 60 });
    await page.waitForSelector("dialog h2");
    await page.press("dialog", "Escape");
    await page.waitForSelector("dialog", { state: "hidden" });
    await page.keyboard.down("Enter");
    await page.waitForSelector("dialog h2");
    await page.keyboard.down("Enter");
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await page.waitForSelector("dialog h2");
    // The button is pressed again before the browser reports that the dialog is closed, and before the page has drawn that.
    const again = `document.querySelector(${JSON.stringify(restart)}).click()`;
    const dialog = "document.querySelector('dialog')";
    await page.evaluate(`${dialog}.close(), ${again}`);
    await page.waitForSelector("dialog h2");
    await page.evaluate(`${dialog}.addEventListener("close", () => ${again}), ${dialog}.close()`);
    await page.waitForSelector("dialog h2");
    await page.evaluate("history.back()");
    await page.waitForSelector("dialog", { state: "hidden" });
    expect(changes).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await go(page, `#/kafka/topics/${long}`);
    await page.click("button >> text=Delete");
    await page.waitForSelector("dialog h2");
    for (const place of ["document.documentElement", "document.querySelector('dialog')"])
      expect(await page.evaluate(`${place}.scrollWidth - ${place}.clientWidth`), place).toBe(0);
    await page.evaluate("document.querySelector('dialog').close()");
    await page.click("button >> text=Log out");
    await page.fill("input[name=token]", reeve.token);
    await page.click("button[type=submit]");
    await page.waitForSelector("text=1 partition");
    expect(await page.evaluate("document.querySelector('dialog')")).toBeNull();
    expect(changes).toEqual([]);
  });

  test("says that its data is old while the service is away, and continues when it is back", async () => {
    using folder = temporaryFolder();
    const definition = { services: { kafka: { kind: "broker", pace: 0 } } } as const;
    const first = await startReeve(definition, { state: folder.path });
    await until(first, "kafka", "deploy", complete);
    await ask(first, "POST /service/kafka/v1/topics/orders?partitions=3&replication=2");
    const page = await logIn(first);
    await go(page, "#/kafka/topics");
    await page.waitForSelector("a >> text=orders");
    await first.close();
    await page.waitForSelector("text=no connection: this is how things were at");
    await page.waitForSelector("text=3 of 3 nodes run");
    // A list that is opened again meanwhile is still there, with a note.
    await go(page, "#/kafka/nodes");
    await page.waitForSelector("tr >> text=broker-2");
    await go(page, "#/kafka/topics");
    await page.waitForSelector(".failure");
    await page.waitForSelector("a >> text=orders");
    // The service takes its last port again.
    await using second = await startReeve(definition, { state: folder.path });
    await page.waitForSelector(".connection.good");
    expect(second.url).toBe(first.url);
  });

  test("shows hostile texts as plain text, and draws only the visible ones of a thousand nodes and ten thousand partitions", async () => {
    const hostile = "<img src=x onerror=window.hostile=1>";
    await using server = await startPlayedService(hostile);
    // The played service lacks some answers, and the browser advises against reading the canvas, which only this test does.
    const page = await openPage(server.url, /status of 40[14]|getImageData/);
    await page.goto(server.url);
    await page.fill("input[name=token]", REFUSED);
    await page.click("button[type=submit]");
    await page.waitForSelector(`.failure >> text=${hostile}`);
    await page.fill("input[name=token]", "any");
    await page.click("button[type=submit]");
    await page.waitForSelector(`h2 >> text=${hostile}`);
    const named = encodeURIComponent(hostile);
    const places = {
      "kafka/nodes": ["td", ".note", ".tag"],
      "kafka/plans": [".phase", ".steps .name", ".steps .reason", ".failure", ".choice"],
      [`kafka/plans/${named}`]: [".plan h2", ".plan .status"],
      "kafka/plans/partitions": ["td code"],
      "kafka/topics": ["td"],
      [`kafka/topics/${named}`]: [".failure"],
      [`kafka/topics/${named}x`]: [".empty"],
      "kafka/topics/large": ["td code"],
      "kafka/groups": ["td a"],
      [`kafka/groups/${named}`]: ["h2", "[aria-label^=Members] td", "[aria-label^=Offsets] td code"],
      [`kafka/groups/${named}x`]: [".empty"],
      "kafka/configurations": ["dt", "ins"],
      "kafka/logs": [".log"],
      "db/database": ["td .status", "td.minor", "td.wide.minor", "[aria-label^=Maintenance] td:last-child"],
      "hdfs/file-system": [".failure", ".agents .status"],
      [named]: ["h1"],
      [`kafka/${named}`]: [".empty"],
    };
    for (const [hash, selectors] of Object.entries(places)) {
      await go(page, `#/${hash}`);
      for (const selector of selectors) await page.waitForSelector(`${selector} >> text=${hostile}`);
    }
    await go(page, `#/${named}/nodes`);
    await page.click("button[aria-label='Restart node-0']");
    await page.waitForSelector(`dialog >> text=--service '${hostile}'`);
    await page.click("dialog button[type=submit]");
    await page.waitForSelector(`dialog .failure >> text=${hostile}`);
    await page.press("dialog", "Escape");
    expect(await page.evaluate("window.hostile")).toBeUndefined();
    await go(page, "#/kafka/nodes");
    await page.waitForSelector("text=broker-3");
    expect(Number(await page.evaluate("document.querySelectorAll('tr').length"))).toBeLessThan(60);
    await page.evaluate("document.querySelector('.list').scrollTop = 1e6");
    await page.waitForSelector("td >> text=broker-999");
    await go(page, "#/kafka/topics/large");
    await page.waitForSelector("text=10,000 partitions");
    expect(Number(await page.evaluate("document.querySelectorAll('tr').length"))).toBeLessThan(120);
    const colourAt = (index: number) =>
      page.evaluate(
        `[...document.querySelector("canvas").getContext("2d").getImageData(${index} * 12 * devicePixelRatio + 2, 2, 1, 1).data].slice(0, 3).join(", ")`,
      );
    const legend = (tone: string) => page.evaluate(`getComputedStyle(document.querySelector(".legend .${tone}")).color`);
    await expect.poll(async () => `rgb(${await colourAt(0)})`).toBe(await legend("good"));
    expect(`rgb(${await colourAt(7)})`).toBe(await legend("bad"));
    await page.waitForSelector("[aria-label='Partitions: 9,999 in sync, 0 under-replicated, 1 without leader']");
  });

  test("draws only the rows that an event changes, and those that scrolling makes visible", async () => {
    await using server = await startPlayedService("a topic");
    const page = await openPage(server.url, /status of 404/);
    await page.goto(server.url);
    await page.evaluate(COUNT_DRAWN_ROWS);
    await page.fill("input[name=token]", "any");
    await page.click("button[type=submit]");
    const drawnSince = async (change: () => unknown, selector: string) => {
      await page.evaluate("drawn = []");
      await change();
      await page.waitForSelector(selector);
      return [...new Set((await page.evaluate("drawn")) as string[])];
    };
    await go(page, "#/kafka/nodes");
    await page.waitForSelector("td >> text=broker-3");
    // The columns about partitions arrive with another answer.
    await page.waitForSelector("th >> text=Leads");
    expect(await drawnSince(() => server.update(3), "tr:has-text('broker-3') >> text=starting")).toEqual(["broker-3"]);
    const scroll = (list: string, top: number) => page.evaluate(`document.querySelector(${JSON.stringify(list)}).scrollTop = ${top}`);
    const below = await drawnSince(() => scroll(".list", 340), "tr[aria-rowindex='31']");
    expect(below.length).toBeGreaterThan(8);
    expect(below.length).toBeLessThan(13);
    server.rollOut();
    await go(page, "#/kafka/plans/deploy");
    await page.waitForSelector(".phases .list td >> text=broker-5");
    const status = "tr:has-text('broker-5') .status:has-text('starting')";
    expect(await drawnSince(() => server.update(5), status)).toEqual(["broker-5"]);
  });

  test("passes the check of accessibility, and fits small screens, in both themes", async () => {
    await using reeve = await startReeve({
      services: {
        kafka: { kind: "broker", pace: 0 },
        db: { kind: "wide-column", pace: 0 },
        hdfs: { kind: "file-system", revision: "V2", pace: 0 },
        // So slow that its rollout does not end during the test.
        slow: { kind: "broker", pace: 1000 },
      },
    });
    for (const service of ["kafka", "db", "hdfs"]) await until(reeve, service, "deploy", complete);
    await ask(reeve, "POST /service/kafka/v1/topics/orders?partitions=3&replication=3");
    const login = await openPage(reeve.url);
    await login.goto(reeve.url);
    await login.waitForSelector("input[name=token]");
    expect(await violations(login)).toEqual([]);
    const page = await logIn(reeve);
    await page.setViewportSize({ width: 360, height: 740 });
    const places = {
      "#/": "Reeve",
      "#/kafka/nodes": "Nodes · kafka · Reeve",
      "#/kafka/plans": "Plans · kafka · Reeve",
      "#/slow/plans": "Plans · slow · Reeve",
      "#/kafka/topics": "Topics · kafka · Reeve",
      "#/kafka/topics/orders": "Topics · kafka · Reeve",
      "#/kafka/groups/reports": "Groups · kafka · Reeve",
      "#/kafka/configurations": "Configurations · kafka · Reeve",
      "#/kafka/logs": "Logs · kafka · Reeve",
      "#/db/database": "Database · db · Reeve",
      "#/hdfs/file-system": "File system · hdfs · Reeve",
      "#/nowhere": "nowhere · Reeve",
    };
    const dialogs = [
      ["#/kafka/nodes", "button[aria-label='Restart broker-0']"],
      ["#/kafka/nodes", "button[aria-label='Pause broker-0']"],
      ["#/kafka/nodes", "button[aria-label='Replace broker-0']"],
      ["#/kafka/topics/orders", "text=Create a topic"],
      ["#/kafka/topics/orders", "text=Balance partitions"],
      ["#/kafka/topics/orders", "text=Elect leaders"],
      ["#/kafka/topics/orders", "text=Add partitions"],
      ["#/kafka/topics/orders", "text=Change replication"],
      ["#/kafka/topics/orders", "text=Move by hand"],
      ["#/kafka/topics/orders", "button[aria-label='Change min.insync.replicas of orders']"],
      ["#/kafka/topics/orders", "button >> text=Delete"],
      ["#/kafka/groups/reports", "button >> text=Reset"],
      ["#/kafka/groups/reports", "button >> text=Delete"],
      ["#/slow/plans", ".plan header button >> text=Continue"],
      ["#/slow/plans", ".plan header button >> text=Interrupt"],
      ["#/slow/plans", ".plan header button >> text=Stop"],
      ["#/slow/plans", "button[aria-label='Restart the step broker-1']"],
      ["#/slow/plans", "button[aria-label='Complete the step broker-1']"],
      ["#/db/database", "button >> text=Repair"],
      ["#/db/database", "button >> text=Back up"],
      ["#/db/database", "button >> text=Restore"],
    ] as const;
    const focused = () => page.evaluate("document.activeElement.tagName");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [place, name] of Object.entries(places)) {
        await go(page, place);
        await expect.poll(() => page.evaluate("document.title")).toBe(name);
        await expect.poll(focused, { message: place }).toBe("H1");
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect(await violations(page), `${place} ${colorScheme}`).toEqual([]);
        for (const width of [360, 1280, 3840]) {
          await page.setViewportSize({ width, height: width === 360 ? 740 : 1000 });
          const wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
          expect(await page.evaluate(wide), `${place} ${width}`).toBe(0);
          const lines = "new Set([...document.querySelectorAll('.parts a')].map(({ offsetTop }) => offsetTop)).size";
          expect(await page.evaluate(lines), `lines of tabs in ${place} ${width}`).toBeLessThan(2);
        }
        await page.setViewportSize({ width: 360, height: 740 });
      }
      for (const [place, button] of dialogs) {
        await go(page, place);
        await page.click(button);
        await page.waitForSelector("dialog h2");
        expect(await violations(page), `${button} ${colorScheme}`).toEqual([]);
        await page.press("dialog", "Escape");
        await page.waitForSelector("dialog", { state: "hidden" });
        expect(await focused(), button).toBe("BUTTON");
      }
    }
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await page.evaluate("getComputedStyle(document.querySelector('.news')).transitionDuration")).toBe("0s");
    expect(await page.evaluate("document.getAnimations().length")).toBe(0);
  });

  test("can be used by keyboard alone", async () => {
    await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
    await until(reeve, "kafka", "deploy", complete);
    const page = await openPage(reeve.url);
    await page.goto(reeve.url);
    await page.waitForSelector("input[name=token]");
    /** Presses a key until the focused element has this text. */
    const tabTo = async (text: string) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press("Tab");
        if ((await page.evaluate("document.activeElement.textContent.trim()")) === text) return;
      }
      throw new Error(`Tab never reaches ${text}`);
    };
    await page.keyboard.type(reeve.token);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".connection.good");
    await tabTo("kafka");
    await page.keyboard.press("Enter");
    await page.waitForSelector("nav.parts");
    await tabTo("Topics");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=There is no topic yet");
    await tabTo("Create a topic");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog h2");
    await page.keyboard.type("orders");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog", { state: "hidden" });
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Create a topic");
    await page.waitForSelector("a >> text=orders");
    await tabTo("orders");
    await page.keyboard.press("Enter");
    await tabTo("Delete");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog h2");
    await page.keyboard.type("orders");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=There is no topic yet");
  });

  test("stays responsive, and keeps only the last lines, while a node prints ten thousand lines a second", async () => {
    await using server = await startPlayedService("a line of a log that tells what the node does");
    const page = await logIn({ url: server.url, token: "any" }, /status of 404/);
    await go(page, "#/kafka/logs");
    await page.waitForSelector(".log >> text=a line");
    const draws = "new MutationObserver(() => { window.draws = (window.draws ?? 0) + 1; })";
    await page.evaluate(`${draws}.observe(document.querySelector(".log"), { characterData: true, subtree: true })`);
    server.flood(10_000);
    const last = async () =>
      Number(/.*line (\d+)/s.exec(String(await page.evaluate("document.querySelector('.log').textContent")))?.[1] ?? 0);
    const [began, first] = [performance.now(), await last()];
    await expect.poll(last, { timeout: WAIT }).toBeGreaterThan(30_000 + first);
    const seconds = (performance.now() - began) / 1000;
    const lines = "document.querySelector('.log').textContent.split('\\n').length";
    expect(Number(await page.evaluate(lines))).toBe(2000);
    expect(Number(await page.evaluate("document.querySelectorAll('.log *').length"))).toBe(0);
    // At most four draws a second, and one for the first answer of the flood.
    expect(Number(await page.evaluate("draws"))).toBeLessThanOrEqual(seconds * 4 + 2);
    await page.click("text=Follow what comes");
    await page.evaluate("document.querySelector('.log').scrollTop = 100");
    const later = 10_000 + (await last());
    await expect.poll(last, { timeout: WAIT }).toBeGreaterThan(later);
    expect(await page.evaluate("document.querySelector('.log').scrollTop")).toBe(100);
    await go(page, "#/kafka/nodes");
    await page.waitForSelector("td >> text=broker-3");
  });

  test("works in two tabs at once: both show what one of them does, and one login and one logout are for both", async () => {
    await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
    await until(reeve, "kafka", "deploy", complete);
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const [one, other] = [await context.newPage(), await context.newPage()];
    for (const page of [one, other]) {
      page.setDefaultTimeout(WAIT);
      await page.goto(`${reeve.url}/#/kafka/nodes`);
      await page.waitForSelector("input[name=token]");
    }
    await one.fill("input[name=token]", reeve.token);
    await one.click("button[type=submit]");
    for (const page of [one, other]) await page.waitForSelector("tr:has-text('broker-0') >> text=running");
    /** Clicks a button of a node in one tab, and waits for the node's state in the other. */
    const act = async (verb: string, [from, to]: readonly [Page, Page], state: string) => {
      await from.click(`button[aria-label='${verb} broker-0']`);
      await from.click("dialog button[type=submit]");
      await from.waitForSelector("h2 >> text=recovery");
      await go(from, "#/kafka/nodes");
      await to.waitForSelector(`tr:has-text('broker-0') .status:has-text('${state}')`);
    };
    await act("Pause", [one, other], "paused");
    expect(await other.evaluate("document.querySelector('dialog')")).toBeNull();
    await act("Restart", [other, other], "running");
    await one.click("button >> text=Log out");
    for (const page of [one, other]) await page.waitForSelector("input[name=token]");
  });

  test("follows the output of processes that run, and shows what they use", async () => {
    using folder = temporaryFolder();
    const engines = verboseEngines({ folder: join(folder.path, "nodes"), environment: process.env });
    await using reeve = await startReeve({ services: { kafka: { kind: "broker", engine: "talking" } } }, { moreEngines: engines });
    await until(reeve, "kafka", "deploy", complete);
    const page = await logIn(reeve);
    await go(page, "#/kafka/logs/broker-0");
    await page.waitForSelector(".log >> text=line 999");
    const lines = async () => Number(await page.evaluate("document.querySelector('.log').textContent.split('\\n').length"));
    const before = await lines();
    expect(before).toBeLessThanOrEqual(500);
    const atEnd = "(({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - clientHeight - scrollTop < 5)";
    expect(await page.evaluate(`${atEnd}(document.querySelector(".log"))`)).toBe(true);
    await ask(reeve, "POST /reeve/v1/services/kafka/nodes/broker-0/restart");
    await expect.poll(lines).toBeGreaterThanOrEqual(before + 1000);
    // The page scrolls in the frame after new lines are drawn.
    await expect.poll(() => page.evaluate(`${atEnd}(document.querySelector(".log"))`)).toBe(true);
    await go(page, "#/kafka/nodes");
    await page.waitForSelector("figcaption >> text=Memory of its nodes");
    await page.waitForSelector("th >> text=Memory");
  });
});

/** Makes the page note the names of the nodes and steps whose rows it draws: only the drawing of a row reads these fields. */
const COUNT_DRAWN_ROWS = `{
  window.drawn = [];
  const note = (of, field, name) => {
    const value = of[field];
    Object.defineProperty(of, field, { enumerable: true, get: () => (drawn.push(name), value) });
  };
  const parse = JSON.parse;
  JSON.parse = (...given) => {
    const value = parse(...given);
    if (value?.ports) note(value, "ports", value.node);
    if (value?.step) note(value.step, "reason", value.step.name);
    return value;
  };
}`;

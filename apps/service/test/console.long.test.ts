import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { pageFiles } from "../src/console/page-files.ts";
import { type Reeve, startReeve } from "../src/index.ts";
import { type BrowserPage, openBrowser } from "./browser.ts";
import { ask, complete, temporaryFolder, until } from "./running.ts";

/** Milliseconds for a test, and for what it waits for: on a busy machine a browser takes long. */
const MUCH_TIME = 240_000;
const WAIT = 90_000;

const opened = await openBrowser();
const title = typeof opened === "string" ? `the console (skipped: ${opened})` : "the console";

describe.skipIf(typeof opened === "string")(title, { timeout: MUCH_TIME }, () => {
  if (typeof opened === "string") return;
  const { browser, axe } = opened;
  afterAll(() => browser.close());

  /** A page, with what must not happen in it: errors, and requests to anywhere else. */
  async function openPage(url: string): Promise<BrowserPage> {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT);
    const amiss: string[] = [];
    page.on("pageerror", (error) => void amiss.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith("data:")) amiss.push(request.url());
    });
    onTestFinished(async () => {
      await page.close();
      expect(amiss).toEqual([]);
    });
    return page;
  }

  async function logIn(reeve: Pick<Reeve, "url" | "token">): Promise<BrowserPage> {
    const page = await openPage(reeve.url);
    await page.goto(reeve.url);
    await page.fill("input[name=token]", reeve.token);
    await page.click("button[type=submit]");
    await page.waitForSelector(".connection.good");
    return page;
  }

  const go = (page: BrowserPage, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

  /** What the checker of accessibility finds, with the elements that it means. */
  async function violations(page: BrowserPage): Promise<unknown> {
    await page.evaluate(`${readFileSync(axe, "utf8")};0`);
    return page.evaluate(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`,
    );
  }

  test("logs in with a token, and with a link that works once; the login ends with the page", async () => {
    await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
    const page = await openPage(reeve.url);
    await page.goto(reeve.url);
    await page.fill("input[name=token]", "not-the-token-of-this");
    await page.click("button[type=submit]");
    await page.waitForSelector(".failure >> text=The token is invalid");
    const { code } = (await ask(reeve, "POST /reeve/v1/console/links")).body as { readonly code: string };
    await page.goto("about:blank");
    await page.goto(`${reeve.url}/#once=${code}`);
    await page.waitForSelector(".connection.good");
    expect(page.url()).toBe(`${reeve.url}/#/`);
    expect(await page.evaluate("document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })")).toBe("{}");
    await page.goto("about:blank");
    await page.goto(`${reeve.url}/#once=${code}`);
    await page.waitForSelector("text=The link was used already");
  });

  test("logs in with an account where the service has accounts", async () => {
    using folder = temporaryFolder();
    await using reeve = await startReeve(
      { services: { kafka: { kind: "broker", pace: 0 } } },
      { edition: "enterprise", state: folder.path },
    );
    const page = await openPage(reeve.url);
    await page.goto(reeve.url);
    await page.waitForSelector("input[name=uid]");
    await page.fill("input[name=uid]", "unknown");
    await page.fill("input[name=password]", "wrong");
    await page.click("button[type=submit]");
    await page.waitForSelector(".failure >> text=unknown, or its");
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
    await page.waitForSelector("text=It has nothing to do");
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
    await page.fill("dialog input[name=confirm]", "broker-2");
    await page.press("dialog input[name=confirm]", "Enter");
    await page.waitForSelector("dialog", { state: "hidden" });
    await expect.poll(agent).not.toBe(before);
    await page.waitForSelector("text=3 of 3 nodes run");
    await go(page, "#/kafka/topics");
    await page.click("text=Create a topic");
    await page.fill("dialog input[name=topic]", "orders");
    await page.click("dialog button[type=submit]");
    await page.click("a >> text=orders");
    await page.waitForSelector("text=3 in sync");
  });

  test("backs a database up and restores it", async () => {
    using folder = temporaryFolder();
    await using reeve = await startReeve(
      { services: { db: { kind: "wide-column", pace: 0 } } },
      { state: folder.path },
    );
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
      await page.waitForSelector("dialog", { state: "hidden" });
      await page.waitForSelector(`tr:has-text('${action === "Restore" ? "restore" : "backup"}') >> text=complete`);
    }
  });

  test("says that what it shows is old while the service is away, and goes on when it is back", async () => {
    using folder = temporaryFolder();
    const definition = { services: { kafka: { kind: "broker", pace: 0 } } } as const;
    const first = await startReeve(definition, { state: folder.path });
    await until(first, "kafka", "deploy", complete);
    const page = await logIn(first);
    await first.close();
    await page.waitForSelector("text=no connection: this is how things were at");
    await page.waitForSelector("text=3 of 3 nodes run");
    await using second = await startReeve(definition, { state: folder.path, port: Number(new URL(first.url).port) });
    await page.waitForSelector(".connection.good");
    expect(second.url).toBe(first.url);
  });

  test("shows hostile texts as texts, and draws of a thousand nodes and ten thousand partitions only what is seen", async () => {
    const hostile = "<img src=x onerror=window.hostile=1>";
    await using server = await startPlayedService(hostile);
    const page = await logIn({ url: server.url, token: "any" });
    await page.waitForSelector(`text=${hostile}`);
    for (const hash of ["nodes", "plans", "topics", `topics/${encodeURIComponent(hostile)}`, "logs"]) {
      await go(page, `#/kafka/${hash}`);
      await page.waitForSelector(`main >> text=${hostile}`);
    }
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
    const legend = (tone: string) =>
      page.evaluate(`getComputedStyle(document.querySelector(".legend .${tone}")).color`);
    await expect.poll(async () => `rgb(${await colourAt(0)})`).toBe(await legend("good"));
    expect(`rgb(${await colourAt(7)})`).toBe(await legend("bad"));
    await page.waitForSelector("[aria-label='Partitions: 9999 in sync, 0 under-replicated, 1 without leader']");
  });

  test("leaves nothing for the checker of accessibility to find, and fits small screens, in both themes", async () => {
    await using reeve = await startReeve({
      services: {
        kafka: { kind: "broker", pace: 0 },
        db: { kind: "wide-column", pace: 0 },
        hdfs: { kind: "file-system", revision: "V2", pace: 0 },
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
    const places = [
      "#/",
      "#/kafka",
      "#/kafka/plans",
      "#/kafka/topics/orders",
      "#/kafka/configurations",
      "#/kafka/logs",
      "#/db/database",
      "#/hdfs/file-system",
    ];
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const place of places) {
        await go(page, place);
        await page.waitForSelector("main h1");
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect(await violations(page), `${place} ${colorScheme}`).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth"), place).toBeLessThanOrEqual(360);
      }
      await go(page, "#/kafka/nodes");
      await page.click("button[aria-label='Replace broker-0']");
      expect(await violations(page), `dialog ${colorScheme}`).toEqual([]);
      await page.press("dialog", "Escape");
      await page.waitForSelector("dialog", { state: "hidden" });
    }
  });
});

/** The page over a service that says what no real one would. */
async function startPlayedService(hostile: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const files = new Map((await pageFiles()).map((file) => [file.path, file]));
  const partitions = Array.from({ length: 10_000 }, (_, index) => ({
    [index]: { controller_epoch: 0, isr: [0, 1], leader: index === 7 ? -1 : 0, leader_epoch: 0, version: 0 },
  }));
  const answers: Readonly<Record<string, unknown>> = {
    "/reeve/v1/info": {},
    "/reeve/v1/figures": { interval: 10_000, at: null, values: { requests: [], steps: [], nodes: [], memory: [] } },
    "/service/kafka/v1/topics": [hostile, "large"],
    "/service/kafka/v1/topics/under_replicated_partitions": { message: "" },
    "/service/kafka/v1/topics/large": { partitions },
  };
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const file = files.get(path);
    const answer = answers[path];
    if (file) response.writeHead(200, { "content-type": file.type }).end(file.text);
    else if (answer !== undefined)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    else if (path.endsWith("/log")) response.writeHead(200, { "reeve-log-next": "1" }).end(`${hostile}\n`);
    else if (path === "/reeve/v1/events")
      response.writeHead(200, { "content-type": "text/event-stream" }).write(hostileEvents(hostile));
    else response.writeHead(404).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function hostileEvents(hostile: string): string {
  const event = (name: string, data: object) =>
    `event: ${name}\ndata: ${JSON.stringify({ service: "kafka", ...data })}\n\n`;
  const step = { id: "1", name: hostile, status: "ERROR", message: hostile, reason: hostile };
  const phases = [{ id: "1", name: hostile, status: "ERROR", strategy: "serial", steps: 1 }];
  const place = { internal: false, addresses: [], ports: {}, agent: hostile, reason: hostile, differs: [] };
  return [
    event("reset", {}),
    event("instance", {
      ...{ kind: "broker", revision: "R3", simulated: false, engine: hostile, runtime: "local", agents: 1 },
      ...{ note: hostile, configuration: "1", nodes: { count: 1000, running: 999 }, plans: { deploy: "ERROR" } },
    }),
    ...Array.from({ length: 1000 }, (_, index) =>
      event("node", { node: `broker-${index}`, state: "running", ...place }),
    ),
    event("step", { plan: "deploy", phase: 0, index: 0, step }),
    event("plan", { plan: "deploy", status: "ERROR", errors: [hostile], phases }),
    event("ready", {}),
  ].join("");
}

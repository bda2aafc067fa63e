/**
 * Takes a picture of each page and each dialog of the console, on screens of three widths and in both themes, for people to look at. The
 * pictures are written to a new folder, whose path is printed.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser, type Page } from "@reeve/testing/browser";
import { startReeve } from "../apps/service/src/index.ts";
import { ask, complete, eventually, until } from "../apps/service/test/running.ts";
import { verboseEngines } from "../apps/service/test/verbose-engine.ts";

/** Each width of a screen with its height. */
const SCREENS = { 360: 740, 1280: 800, 3840: 2160 } as const;

const THEMES = ["light", "dark"] as const;

/** The pages, by the name of their pictures. */
const pages: Readonly<Record<string, string>> = {
  overview: "#/",
  "nodes-broker": "#/kafka/nodes",
  "nodes-process": "#/talking/nodes",
  "nodes-database": "#/db/nodes",
  "nodes-file-system": "#/hdfs/nodes",
  "plan-rollout": "#/kafka/plans/deploy",
  "plan-recovery": "#/kafka/plans/recovery",
  "plan-moves": "#/many/plans/partitions",
  "plan-failed": "#/talking/plans/deploy",
  "plan-backup": "#/db/plans/backup",
  "plan-file-system": "#/hdfs/plans",
  topics: "#/many/topics",
  topic: "#/kafka/topics/orders",
  "topic-large": "#/many/topics/large",
  configurations: "#/kafka/configurations",
  database: "#/db/database",
  "file-system": "#/hdfs/file-system",
  logs: "#/talking/logs/broker-0",
  "logs-simulated": "#/kafka/logs",
  nowhere: "#/nowhere",
};

/** The dialogs, by the name of their pictures: a page, and the button that opens the dialog there. */
const dialogs: Readonly<Record<string, readonly [string, string]>> = {
  restart: ["#/kafka/nodes", "button[aria-label='Restart broker-0']"],
  pause: ["#/kafka/nodes", "button[aria-label='Pause broker-0']"],
  replace: ["#/kafka/nodes", "button[aria-label='Replace broker-0']"],
  "create-topic": ["#/kafka/topics/orders", "text=Create a topic"],
  balance: ["#/many/topics/large", "text=Balance partitions"],
  elect: ["#/kafka/topics/orders", "text=Elect leaders"],
  "add-partitions": ["#/kafka/topics/orders", "text=Add partitions"],
  replication: ["#/kafka/topics/orders", "text=Change replication"],
  "delete-topic": ["#/kafka/topics/orders", "button >> text=Delete"],
  repair: ["#/db/database", "button >> text=Repair"],
  backup: ["#/db/database", "button >> text=Back up"],
  restore: ["#/db/database", "button >> text=Restore"],
  interrupt: ["#/kafka/plans/deploy", ".plan header button >> text=Interrupt"],
  continue: ["#/kafka/plans/deploy", ".plan header button >> text=Continue"],
  stop: ["#/kafka/plans/deploy", ".plan header button >> text=Stop"],
  "complete-step": ["#/kafka/plans/deploy", "button[aria-label='Complete the step broker-1']"],
};

/** Takes the picture on each screen and in each theme. */
async function take(page: Page, name: string): Promise<void> {
  for (const [width, height] of Object.entries(SCREENS)) {
    await page.setViewportSize({ width: Number(width), height });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await new Promise((resolve) => setTimeout(resolve, 150));
      // A dialog covers only what is visible.
      const fullPage = width !== "3840" && !name.startsWith("dialog-");
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage });
    }
  }
}

/** Replaces the measurements by those of a whole hour, because the service has just been started. */
const HOUR = `{
  const wave = (scale, of) => Array.from({ length: 360 }, (_, at) => Math.max(0, scale * (2 + Math.sin(at / of) + Math.sin(at / 7) / 3)));
  const steps = Array.from({ length: 360 }, (_, at) => (at % 90 < 12 ? 1 : 0));
  const values = { requests: wave(8, 30), steps, nodes: steps.map((step) => 12 - step), memory: wave(9e7, 80) };
  const services = Object.fromEntries(["kafka", "many", "talking", "db", "hdfs"].map((name) => [name, values]));
  const real = window.fetch;
  window.fetch = (url, options) =>
    url === "/reeve/v1/figures"
      ? Promise.resolve(new Response(JSON.stringify({ interval: 10000, at: null, values, services })))
      : real(url, options);
}`;

const folder = mkdtempSync(join(tmpdir(), "console-pictures-"));
const opened = await openBrowser();
if (typeof opened === "string") {
  console.log(`skipped: ${opened}`);
  process.exit(0);
}
const { browser } = opened;
const services = {
  kafka: { kind: "broker", pace: 0.2 },
  many: { kind: "broker", pace: 0.2, settings: { BROKER_COUNT: 7 } },
  talking: { kind: "broker", engine: "talking" },
  db: { kind: "wide-column", pace: 0.2 },
  hdfs: { kind: "file-system", revision: "V1", pace: 0.2 },
} as const;
const state = mkdtempSync(join(tmpdir(), "console-pictures-state-"));
const reeve = await startReeve(
  { services },
  { state, moreEngines: verboseEngines({ folder: join(state, "nodes"), environment: process.env }) },
);
try {
  const login = await browser.newPage();
  await login.goto(reeve.url);
  await login.waitForSelector("input[name=token]");
  await take(login, "login");
  await login.fill("input[name=token]", "not-a-token-of-this-service");
  await login.click("button[type=submit]");
  await login.waitForSelector(".failure");
  await take(login, "login-refused");
  await login.close();

  for (const service of Object.keys(services)) await until(reeve, service, "deploy", complete);
  const topic = (service: string, name: string, partitions: number, replication: number) =>
    ask(reeve, `POST /service/${service}/v1/topics/${name}?partitions=${partitions}&replication=${replication}`);
  await topic("kafka", "orders", 12, 3);
  await topic("kafka", "customers", 3, 2);
  await topic("many", "large", 10_000, 3);
  for (let each = 1; each <= 30; each++) await topic("many", `team-${each}.events.of-the-day`, each, 2);
  const keys = { s3_access_key: "an-access-key", s3_secret_key: "a-secret-key" };
  const backup = { backup_name: "monday", external_location: "s3://bucket", ...keys };
  await ask(reeve, "PUT /service/db/v1/backup/start", { json: backup });
  await until(reeve, "db", "backup", complete);
  await ask(reeve, "PUT /service/db/v1/repair/start", { json: { nodes: ["*"] } });
  reeve.kill("kafka", "broker-2");
  await eventually(async () => (await ask(reeve, "GET /reeve/v1/services/kafka/plans/recovery")).text.includes("COMPLETE"));
  const next = { ...services.kafka, pace: 500, settings: { BROKER_MEM: 3000 } };
  const many = { ...services.many, pace: 500 };
  const failing = { ...services.talking, settings: { BROKER_MEM: 64 } };
  await reeve.deploy({ services: { ...services, kafka: next, many, talking: failing } });
  // Records to copy slowly, so that the moves are still in progress in the pictures.
  await ask(reeve, "PUT /service/many/v1/topics/large?operation=producer-test&messages=100000");
  await ask(reeve, "POST /reeve/v1/services/many/partitions/balance?away_from=broker-6&throttle=1B/s");

  const page = await browser.newPage();
  await page.goto(reeve.url);
  await page.evaluate(HOUR);
  await page.fill("input[name=token]", reeve.token);
  await page.click("button[type=submit]");
  await page.waitForSelector(".connection.good");
  const go = async (hash: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await new Promise((resolve) => setTimeout(resolve, 1500));
  };
  const only = process.argv.slice(2);
  const isWanted = (name: string) => only.length === 0 || only.includes(name);
  for (const [name, hash] of Object.entries(pages)) {
    if (!isWanted(name)) continue;
    await go(hash);
    await take(page, name);
  }
  for (const [name, [hash, button]] of Object.entries(dialogs)) {
    if (!isWanted(name)) continue;
    await page.setViewportSize({ width: 1280, height: 800 });
    await go(hash);
    await page.click(button);
    await page.waitForSelector("dialog h2");
    await take(page, `dialog-${name}`);
    await page.press("dialog", "Escape");
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await go("#/");
  await reeve.close();
  await page.waitForSelector(".connection.bad");
  await take(page, "no-connection");
} finally {
  await browser.close();
  await reeve.close();
}
console.log(folder);

/**
 * Opens the console in a real browser. Measures the time to its first picture and to that of a bare page, `--runs` times each, and then the
 * frame times and the number of elements while a thousand nodes and ten thousand partitions are scrolled and filtered. 95 of 100 frames
 * must take less than 34 ms, unless the machine is busy, and each must need less than 16.7 ms of processor time. If frames are late, the
 * measurement is repeated up to twice, because other work makes some late, and what the page does makes them late each time. The page may
 * only contain elements for what is visible. The same holds during a rollout, while the page gets events with each third frame: 440 a
 * second, if no frame is late.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism, loadavg } from "node:os";
import { openBrowser, type Page } from "@reeve/testing/browser";
import { NEXT, type PlayedService, startPlayedService } from "../apps/service/test/played-service.ts";
import { readArguments } from "./support/arguments.ts";

/** Milliseconds of two frames at 60 frames a second. */
const MAX_FRAME = 34;

/** Milliseconds of one frame at 60 frames a second. The page's thread must need less processor time than this. */
const MAX_WORK = 16.7;

/** A page with a visible screen of rows has fewer elements than this. */
const MAX_ELEMENTS = 3000;

/** Opens both pages in turn, each time in a new tab without a cache. */
async function measureOpening(url: string): Promise<void> {
  const times = { console: [] as number[], bare: [] as number[] };
  for (let run = 0; run <= runs; run++) {
    const both = { console: await firstPicture(url), bare: await firstPicture(bareUrl) };
    // The first pair starts the browser's processes.
    if (run === 0) continue;
    times.console.push(both.console);
    times.bare.push(both.bare);
  }
  const [own, other] = [quantile(times.console, 0.5), quantile(times.bare, 0.5)];
  console.log(
    `from open to first picture: ${own.toFixed(0)} ms, a bare page ${other.toFixed(0)} ms (medians of ${runs}), ${(own / other).toFixed(2)} x`,
  );
}

async function firstPicture(url: string): Promise<number> {
  const page = await browser.newPage();
  await page.goto(url);
  const time = await page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === "first-contentful-paint") resolve(entry.startTime);
    }).observe({ type: "paint", buffered: true });
  })`);
  await page.close();
  return Number(time);
}

async function measureFrames({ url, rollOut, flood }: PlayedService): Promise<void> {
  const page = await browser.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(bareUrl);
  await page.evaluate("document.body.innerHTML = '<div class=list style=height:640px;overflow:auto><div style=height:34000px>'");
  const bare = await report(page, "scrolling a bare page", scrolling(".list"), Number.POSITIVE_INFINITY);
  // On a busy machine, waiting for the processor makes frames late, so only the processor time is compared with a limit.
  const isBusy = bare > MAX_FRAME / 2 + 4 || (loadavg()[0] ?? 0) > availableParallelism();
  const most = isBusy ? Number.POSITIVE_INFINITY : MAX_FRAME;
  if (isBusy) console.log("the machine is busy: the times between frames are not compared with their limit");
  await page.goto(url);
  await page.fill("input[name=token]", "any");
  await page.click("button[type=submit]");
  await page.waitForSelector(".connection.good");
  const go = async (hash: string, selector: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.waitForSelector(selector);
  };
  await go("#/kafka/nodes", "td >> text=broker-3");
  await report(page, "scrolling a thousand nodes", scrolling(".list"), most);
  await report(page, "filtering a thousand nodes", FILTERING, most);
  await go("#/kafka/topics/large", "text=10,000 partitions");
  await report(page, "scrolling a table of ten thousand partitions", scrolling(".list[aria-label^=Partitions]"), most);
  await report(page, "scrolling the picture of ten thousand partitions", scrolling(".squares"), most);
  rollOut();
  await page.evaluate(`fetch("${NEXT}")`);
  await go("#/kafka/nodes", "td >> text=starting");
  await report(page, "scrolling a thousand nodes during a rollout", duringRollout(scrolling(".list")), most);
  await go("#/kafka/plans/deploy", ".phases .list");
  await report(page, "a plan of a thousand steps during a rollout", duringRollout("() => {}"), most);
  await report(page, "scrolling its steps", duringRollout(scrolling(".phases .list")), most);
  await go("#/", ".moving");
  await report(page, "the overview during a rollout", duringRollout("() => {}"), most);
  flood(10_000);
  await go("#/kafka/logs", ".log >> text=line 1");
  await report(page, "following a log of ten thousand lines a second", "() => {}", most);
  await page.close();
}

/** Measures a step, up to three times if its frames are late, and reports the best result. */
async function report(page: Page, what: string, step: string, most: number): Promise<number> {
  let best = await measured(page, step);
  for (let again = 0; again < 2 && best.slow >= most; again++) {
    const next = await measured(page, step);
    if (next.slow < best.slow) best = next;
  }
  const { usual, slow, work, elements } = best;
  console.log(
    `${what}: frames of ${usual.toFixed(1)} ms, 95 of 100 within ${slow.toFixed(1)} ms; ${work.toFixed(1)} ms of processor time each; ${elements} elements`,
  );
  if (work >= MAX_WORK) fail(`${what}: a frame must need less than ${MAX_WORK} ms of processor time`);
  if (slow >= most) fail(`${what}: 95 of 100 frames must take less than ${most.toFixed(1)} ms`);
  if (elements >= MAX_ELEMENTS) fail(`${what}: the page must contain fewer than ${MAX_ELEMENTS} elements`);
  return slow;
}

/** What 200 frames needed. */
interface Measured {
  /** The median and the 95th percentile of the times between frames, in milliseconds. */
  readonly usual: number;
  readonly slow: number;
  /** Milliseconds of processor time for a frame. */
  readonly work: number;
  readonly elements: number;
}

/**
 * Runs a step in each of 200 frames, and measures the time between frames, the processor time that the page's thread needs for a frame, and
 * the number of elements.
 */
async function measured(page: Page, step: string): Promise<Measured> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Performance.enable", { timeDomain: "threadTicks" });
  const work = async () => {
    const { metrics } = await tools.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  const before = await work();
  const { frames, elements } = (await page.evaluate(`new Promise((resolve) => {
    const frames = [];
    let elements = 0;
    let last;
    const step = ${step};
    const draw = (now) => {
      if (last !== undefined) frames.push(now - last);
      last = now;
      elements = Math.max(elements, document.querySelectorAll("*").length);
      if (frames.length === 200) return resolve({ frames, elements });
      step(frames.length);
      requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  })`)) as { readonly frames: readonly number[]; readonly elements: number };
  const each = ((await work()) - before) / frames.length;
  return { usual: quantile(frames, 0.5), slow: quantile(frames, 0.95), work: each, elements };
}

/** Scrolls down and back again. */
function scrolling(selector: string): string {
  return `(frame) => {
    const place = document.querySelector(${JSON.stringify(selector)});
    const span = place.scrollHeight - place.clientHeight;
    place.scrollTop = frame < 100 ? (span * frame) / 100 : (span * (200 - frame)) / 100;
  }`;
}

/**
 * A step that also continues the rollout with each third frame. The service sends events as often, if no frame is late. On a busy machine,
 * events that come by the clock would make each late frame handle those of several.
 */
function duringRollout(step: string): string {
  return `(frame) => {
    if (frame % 3 === 0) void fetch("${NEXT}");
    (${step})(frame);
  }`;
}

/** Types into the search field, a character at a time, and deletes it again. */
const FILTERING = `(frame) => {
  const field = document.querySelector("input[type=search]");
  const text = "broker-99";
  const at = frame % (2 * text.length);
  field.value = text.slice(0, at <= text.length ? at : 2 * text.length - at);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}`;

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0;
}

const { runs } = readArguments({ runs: 15 });
const opened = await openBrowser();
if (typeof opened === "string") {
  console.log(`skipped: ${opened}`);
  process.exit(0);
}
const { browser } = opened;
const bare = createServer((_, response) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Bare</title><h1>Bare</h1>"),
).listen(0, "127.0.0.1");
await once(bare, "listening");
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
try {
  await using service = await startPlayedService("a topic");
  await measureOpening(service.url);
  await measureFrames(service);
} finally {
  await browser.close();
  bare.close();
}

import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, resolve } from "node:path";
import { openBrowser, type Page } from "@reeve/testing/browser";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../apps/service/test/running.ts";

const root = resolve(import.meta.dirname, "../..");
const opened = await openBrowser();
const title = typeof opened === "string" ? `the site of documents: ${opened}` : "the site of documents";

/** What a person looks for, and the page that must be among the first three results. */
const SEARCHES = {
  "rolling restart": /restart|rollouts|rolling/,
  "restore a backup": /restore|backup/,
  kubernetes: /kubernetes/,
  "exit codes": /environment|scripts/,
  "under-replicated": /broker/,
  "certificate authority": /private-ca|untrusted|kubernetes|security/,
  "core-site": /file-system|site-xml/,
};

describe.skipIf(typeof opened === "string")(title, { timeout: 300_000 }, () => {
  if (typeof opened === "string") return;
  const { browser, axe } = opened;
  const folder = temporaryFolder();
  const server = createServer(({ url = "/" }, response) => {
    const file = fileOf(folder.path, decodeURI(new URL(url, "http://site").pathname));
    response.writeHead(file === undefined ? 404 : 200, { "content-type": TYPES[extname(file ?? "")] ?? "text/plain" });
    response.end(file && readFileSync(file));
  });
  let page: Page;
  let origin: string;

  beforeAll(async () => {
    // A link that leads to no page ends the build with a message.
    execFileSync("npx", ["vitepress", "build", "docs", "--outDir", folder.path], { cwd: root, stdio: "pipe" });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    page = await browser.newPage();
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    server.close();
    folder[Symbol.dispose]();
  });

  test("every link leads to a page, and to a heading on it", async () => {
    const headings = new Map<string, Set<string>>();
    const links: { readonly from: string; readonly to: URL }[] = [];
    const waiting = ["/"];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (headings.has(path)) continue;
      const answer = await page.goto(origin + path);
      expect(answer?.status(), path).toBe(200);
      const { ids, hrefs } = await page.evaluate<{ ids: string[]; hrefs: string[] }>(
        `({ ids: [...document.querySelectorAll("[id]")].map(({ id }) => id), hrefs: [...document.links].map(({ href }) => href) })`,
      );
      headings.set(path, new Set(ids));
      for (const href of hrefs) {
        const to = new URL(href);
        if (to.origin !== origin) continue;
        links.push({ from: path, to });
        waiting.push(to.pathname);
      }
    }
    expect(headings.size).toBeGreaterThan(100);
    const broken = links.filter(({ to }) => to.hash && !headings.get(to.pathname)?.has(decodeURIComponent(to.hash.slice(1))));
    expect(broken.map(({ from, to }) => `${from} -> ${to.pathname}${to.hash}`)).toEqual([]);
  });

  test.each(Object.entries(SEARCHES))("a search for %s finds its page", async (words, expected) => {
    await page.goto(`${origin}/docs/tutorial`);
    await page.click(".DocSearch-Button");
    await page.fill(".search-input", words);
    await page.waitForSelector(".results .result");
    // The page searches a moment after the last letter, and shows what it found before until then.
    const found = () => page.evaluate<string[]>(`[...document.querySelectorAll(".results a.result")].map(({ href }) => href)`);
    await expect.poll(async () => (await found()).slice(0, 3).filter((href) => expected.test(href))).not.toEqual([]);
    const [first] = await found();
    await page.click(".results .result");
    await page.waitForURL((url) => url.href === first);
    expect(await page.textContent("h1")).not.toBe("404");
  });

  const LOOKS = {
    light: [1280, "light"],
    dark: [1280, "dark"],
    "light and narrow": [360, "light"],
    "dark and narrow": [360, "dark"],
  } as const;
  const PAGES = [
    "/",
    "/docs/first-hour",
    "/docs/tutorial",
    "/docs/commands/reeve",
    "/docs/reference/endpoints",
    "/packages/clients/broker-client/",
  ];
  const seen = PAGES.flatMap((path) => Object.entries(LOOKS).map(([look, how]) => [path, look, how] as const));

  test.each([1280, 1440])("a session in a terminal fits into its block in a window of %s pixels", async (width) => {
    await page.setViewportSize({ width, height: 800 });
    onTestFinished(() => page.setViewportSize({ width: 1280, height: 800 }));
    await page.goto(`${origin}/docs/first-hour`);
    const cut = `[...document.querySelectorAll(".language-console pre")].filter((pre) => pre.scrollWidth > pre.clientWidth)`;
    expect(await page.evaluate(`document.querySelectorAll(".language-console pre").length`)).toBeGreaterThan(10);
    expect(await page.evaluate(`${cut}.map((pre) => pre.innerText)`)).toEqual([]);
  });

  test.each(seen)("%s can be used by everyone, %s", async (path, _, [width, colorScheme]) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    onTestFinished(async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: "light" });
    });
    await page.goto(origin + path);
    expect(await page.evaluate("document.documentElement.classList.contains('dark')")).toBe(colorScheme === "dark");
    expect(await page.evaluate("document.documentElement.scrollWidth"), "nothing is wider than the screen").toBe(width);
    await page.evaluate(`${readFileSync(axe, "utf8")};0`);
    const violations = await page.evaluate(
      `axe.run(document.querySelector("main") ?? document).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`,
    );
    expect(violations).toEqual([]);
  });
});

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** As any server of static pages: `/a` is `a.html`, and `/a/` is `a/index.html`. */
function fileOf(folder: string, path: string): string | undefined {
  const candidates = [path, `${path}.html`, `${path}/index.html`].map((name) => join(folder, name));
  return candidates.find((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
}

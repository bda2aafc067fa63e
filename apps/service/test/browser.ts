import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installed } from "../../../trials/support/cache.ts";

/** The part of a browser page that tests use. The browser's package is fetched into a cache, so its types cannot be imported. */
export interface BrowserPage {
  goto(url: string): Promise<unknown>;
  url(): string;
  setDefaultTimeout(milliseconds: number): void;
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  press(selector: string, key: string): Promise<void>;
  readonly keyboard: Record<"press" | "type" | "down" | "up", (keys: string) => Promise<void>>;
  readonly mouse: { dblclick(x: number, y: number, options: { readonly delay: number }): Promise<void> };
  waitForSelector(selector: string, options?: { readonly state?: "attached" | "hidden" }): Promise<unknown>;
  textContent(selector: string): Promise<string | null>;
  /** Runs an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  emulateMedia(media: { readonly colorScheme?: "light" | "dark"; readonly reducedMotion?: "reduce" }): Promise<void>;
  screenshot(options: { readonly path: string; readonly fullPage?: boolean }): Promise<unknown>;
  on(event: "pageerror", listener: (error: Error) => void): void;
  on(event: "console", listener: (message: { text(): string }) => void): void;
  on(event: "request", listener: (request: SentRequest) => void): void;
  close(): Promise<void>;
  /** Gives access to the browser's own measurements. */
  context(): { newCDPSession(page: BrowserPage): Promise<BrowserTools> };
}

/** The browser's own protocol for developer tools. */
interface BrowserTools {
  send(method: "Performance.enable", options: { readonly timeDomain: "threadTicks" }): Promise<unknown>;
  send(method: "Performance.getMetrics"): Promise<Measured>;
}

interface Measured {
  readonly metrics: readonly { readonly name: string; readonly value: number }[];
}

/** A request that the page sends. */
interface SentRequest {
  url(): string;
  method(): string;
  postData(): string | null;
}

interface Browser {
  /** Test services have certificates of an authority of their own. */
  newPage(options?: { readonly ignoreHTTPSErrors?: boolean }): Promise<BrowserPage>;
  /** A profile of its own, whose pages share what tabs of a browser share. */
  newContext(): Promise<{ newPage(): Promise<BrowserPage>; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** A browser, and the path of the accessibility checker. */
export interface OpenedBrowser {
  readonly browser: Browser;
  readonly axe: string;
}

/** A headless Chromium from the package registry. If it cannot be fetched or started here, the result is a sentence with the reason. */
export async function openBrowser(): Promise<OpenedBrowser | string> {
  try {
    const folder = installed("@sparticuz/chromium@153.0.0", "playwright-core@1.65.1", "axe-core@4.14.1");
    const { resolve } = createRequire(join(folder, "package.json"));
    const load = async (name: string) => (await import(pathToFileURL(resolve(name)).href)).default;
    const chromium = await load("@sparticuz/chromium");
    const playwright = await load("playwright-core");
    // In single-process mode the browser would end with its first page.
    const args = chromium.args.filter((flag: string) => flag !== "--single-process");
    const options = { executablePath: await chromium.executablePath(), args, headless: true };
    return { browser: await playwright.chromium.launch(options), axe: resolve("axe-core") };
  } catch (error) {
    return `no browser is available here: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`;
  }
}

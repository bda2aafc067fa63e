import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installed } from "../../../trials/support/cache.ts";

/** The part of a real browser's page that tests use; it is fetched into a cache, so its types are not there to be imported. */
export interface BrowserPage {
  goto(url: string): Promise<unknown>;
  url(): string;
  setDefaultTimeout(milliseconds: number): void;
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  press(selector: string, key: string): Promise<void>;
  waitForSelector(selector: string, options?: { readonly state?: "attached" | "hidden" }): Promise<unknown>;
  textContent(selector: string): Promise<string | null>;
  /** Runs an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  emulateMedia(media: { readonly colorScheme: "light" | "dark" }): Promise<void>;
  on(event: "pageerror", listener: (error: Error) => void): void;
  on(event: "request", listener: (request: { url(): string }) => void): void;
  close(): Promise<void>;
}

interface Browser {
  newPage(): Promise<BrowserPage>;
  close(): Promise<void>;
}

/** A browser, and where the checker of accessibility is. */
export interface OpenedBrowser {
  readonly browser: Browser;
  readonly axe: string;
}

/** A headless Chromium that the registry has as a package; a sentence where it cannot be had or started here. */
export async function openBrowser(): Promise<OpenedBrowser | string> {
  try {
    const folder = installed("@sparticuz/chromium@153.0.0", "playwright-core@1.65.1", "axe-core@4.14.1");
    const { resolve } = createRequire(join(folder, "package.json"));
    const load = async (name: string) => (await import(pathToFileURL(resolve(name)).href)).default;
    const chromium = await load("@sparticuz/chromium");
    const playwright = await load("playwright-core");
    // In one process, the browser would end with its first page.
    const args = chromium.args.filter((flag: string) => flag !== "--single-process");
    const options = { executablePath: await chromium.executablePath(), args, headless: true };
    return { browser: await playwright.chromium.launch(options), axe: resolve("axe-core") };
  } catch (error) {
    return `no browser can be had here: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`;
  }
}

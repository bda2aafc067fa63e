import { createRequire } from "node:module";
import type { Browser } from "playwright-core";

export type { Page } from "playwright-core";

/** A browser, and the path of the accessibility checker. */
export interface OpenedBrowser {
  readonly browser: Browser;
  readonly axe: string;
}

/** Flags of the package for which the browser would end with its first page, or would not protect pages from each other. */
const UNWANTED = new Set([
  "--single-process",
  "--allow-running-insecure-content",
  "--disable-site-isolation-trials",
  "--disable-web-security",
]);

/** A headless Chromium with these flags. If it cannot be started here, the result is a sentence with the reason. */
export async function openBrowser(...flags: readonly string[]): Promise<OpenedBrowser | string> {
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    const playwright = await import("playwright-core");
    const args = [...chromium.args.filter((flag) => !UNWANTED.has(flag)), ...flags];
    const executablePath = await chromium.executablePath();
    const browser = await playwright.chromium.launch({ executablePath, args, headless: true });
    return { browser, axe: createRequire(import.meta.url).resolve("axe-core") };
  } catch (error) {
    return `no browser is available here: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`;
  }
}

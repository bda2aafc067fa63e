import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../run.ts";
import { root } from "../workspace.ts";

/** A page that people read. */
export interface Page {
  /** The page's path in the repository. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** A fenced block of a page. */
export interface Block {
  /** The language of the block, such as `sh`, `console` or `ts`. */
  readonly language: string;
  /** The words after the language, such as `exits=6`. */
  readonly notes: string;
  readonly line: number;
  readonly text: string;
}

/** The page whose sessions a test types in a real terminal, and compares as a whole. */
export const TRANSCRIPT = "docs/first-hour.md";

/** All pages of the repository except changesets, which become changelogs. */
export function readPages(): readonly Page[] {
  const paths = run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", "*.md", ":!.changeset"]);
  return paths
    .trim()
    .split("\n")
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, blocks: blocksOf(text) };
    });
}

/**
 * The pages that a reader types one after another with one home folder: the README, the tutorial, then the how-tos in the order of
 * docs/README.md.
 */
export function readersWay(): readonly Page[] {
  const pages = new Map(readPages().map((page) => [page.path, page]));
  const linked = [...(pages.get("docs/README.md")?.text ?? "").matchAll(/\]\((how-to\/[\w-]+\.md)\)/g)];
  const order = ["README.md", "docs/tutorial.md", ...linked.map(([, path]) => `docs/${path}`)];
  return order.flatMap((path) => pages.get(path) ?? []);
}

function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```(\w+)(?: (.*))?\n([\s\S]*?)^```$/gm)].map((result) => ({
    language: result[1] ?? "",
    notes: result[2] ?? "",
    line: text.slice(0, result.index).split("\n").length,
    text: result[3] ?? "",
  }));
}

import { existsSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "../workspace.ts";
import type { Page } from "./pages.ts";

/** Pages that are published with their package. */
const PUBLISHED = /^(packages|apps)\/[^/]+\/README\.md$/;

/** Finds links to missing files and headings, and links from published pages to unpublished ones. Links to other sites are not checked. */
export function brokenLinks(pages: readonly Page[]): readonly string[] {
  const headings = new Map(pages.map((page) => [page.path, anchorsOf(page.text)]));
  return pages.flatMap((page) =>
    linksOf(page.text).flatMap((link) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page.path : relative(root, join(root, dirname(page.path), decodeURI(path)));
      if (target.startsWith("..") || !existsSync(join(root, target))) return [`${page.path}: the file of the link ${link} does not exist`];
      if (PUBLISHED.test(page.path) && !target.startsWith(`${dirname(page.path)}/`))
        return [`${page.path}: the link ${link} leads out of the package, so it is broken after publishing`];
      if (anchor === undefined) return [];
      const shown = statSync(join(root, target)).isDirectory() ? join(target, "README.md") : target;
      return headings.get(shown)?.has(anchor) ? [] : [`${page.path}: the heading of the link ${link} does not exist`];
    }),
  );
}

function linksOf(text: string): readonly string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
  const inline = [...prose.matchAll(/\]\(([^()\s]+)(?: "[^"]*")?\)/g)].map(([, link = ""]) => link);
  const defined = [...prose.matchAll(/^\[[^\]]+\]: (\S+)/gm)].map(([, link = ""]) => link);
  const images = [...prose.matchAll(/<(?:img|source)[^>]+(?:src|srcset)="([^"]+)"/g)].map(([, link = ""]) => link);
  return [...inline, ...defined, ...images];
}

/** The anchors of a page's headings by GitHub's rule: lower case, words joined by dashes, and repeated headings numbered. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    let count = 0;
    while (anchors.has(count === 0 ? anchor : `${anchor}-${count}`)) count++;
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}

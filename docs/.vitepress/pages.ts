import { readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { MarkdownEnv, MarkdownRenderer } from "vitepress";

const root = join(import.meta.dirname, "../..");
const { repository } = JSON.parse(readFileSync(join(root, "apps/cli/package.json"), "utf8"));
const sources = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/main`;

/**
 * Makes the pages of the repository pages of a site. Links of pages lead to files and folders of the repository. On the site a folder is
 * its README, and a file that is no page is in the repository.
 */
export function fitPages(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("point inside", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : undefined;
      if (href && !/^([a-z]+:|#)/.test(href)) token.attrSet("href", inside(href, env));
    }
  });
  // Vue would evaluate what stands between `{{` and `}}`.
  for (const rule of ["text", "code_inline"] as const) {
    const render = markdown.renderer.rules[rule];
    markdown.renderer.rules[rule] = (...rest) => render?.(...rest).replaceAll("{{", "&#123;&#123;") ?? "";
  }
}

function inside(href: string, { realPath, path }: MarkdownEnv): string {
  const [target = "", fragment] = href.split("#");
  const file = join(dirname(realPath ?? path), decodeURI(target));
  const page = statSync(file).isDirectory() ? join(file, "README.md") : file;
  const address = relative(root, page);
  if (!page.endsWith(".md") || !statSync(page, { throwIfNoEntry: false })) return `${sources}/${relative(root, file)}`;
  return `/${address.replace(/README\.md$/, "")}${fragment === undefined ? "" : `#${fragment}`}`;
}

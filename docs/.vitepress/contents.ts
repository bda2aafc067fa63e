import { readFileSync } from "node:fs";
import type { DefaultTheme } from "vitepress";

/** The menu: the lists of the page that lists all pages, and below them the packages. */
export function contents(): DefaultTheme.SidebarItem[] {
  const groups: DefaultTheme.SidebarItem[] = [];
  for (const line of read("../README.md").split("\n")) {
    const title = /^\*\*(.+)\*\*(?:$|:)/.exec(line)?.[1];
    if (title !== undefined) groups.push({ text: title, items: [], collapsed: groups.length > 1 });
    for (const [, text, link] of line.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g))
      if (text !== undefined && link !== undefined && !link.includes("openapi"))
        groups.at(-1)?.items?.push({
          text: sentence(text),
          link: address(link.startsWith("../") ? link.slice(2) : `/docs/${link}`),
        });
  }
  const packages = [...read("../packages.md").matchAll(/^\| \[(@reeve\/[^\]]+)\]\(([^)]+)\) \|/gm)];
  const items = packages.map(([, text = "", folder]) => ({
    text,
    link: `${new URL(folder, "site:/docs/").pathname}/`,
  }));
  return [...groups, { text: "Packages", items, collapsed: true }];
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`.replaceAll("`", "");
}

function address(link: string): string {
  return link.replace(/(README)?\.md$/, "");
}

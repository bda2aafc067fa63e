import { defineConfig } from "vitepress";
import { contents } from "./contents.ts";
import { fitPages } from "./pages.ts";

/** The site of documents: the pages of this repository, with a search of its own. A build fails on a link that leads nowhere. */
export default defineConfig({
  title: "Reeve",
  description: "Operates Apache Kafka, Apache Cassandra and HDFS through their management APIs.",
  lang: "en",
  srcDir: "..",
  srcExclude: ["**/CHANGELOG.md", ".changeset/**", "{tests,trials,scripts}/**", ".github/**"],
  rewrites: (page) => page.replace(/README\.md$/, "index.md"),
  cleanUrls: true,
  markdown: {
    // A page may show `<name>` without making an element of it.
    html: false,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // Headings have the anchors that they have where the repository is read.
    anchor: {
      slugify: (heading) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, "")
          .replace(/\s/g, "-"),
    },
    languageAlias: { repl: "ts" },
    config: fitPages,
  },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "The first hour", link: "/docs/first-hour" },
      { text: "Tutorial", link: "/docs/tutorial" },
      { text: "Commands", link: "/docs/commands/reeve" },
      { text: "Is it for me?", link: "/docs/explanation/why-reeve" },
    ],
    sidebar: contents(),
    outline: [2, 3],
    docFooter: { prev: false, next: false },
  },
});

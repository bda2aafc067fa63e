import type { Command, Group, Positional } from "@reeve/commands";
import { documents } from "./documents.ts";

const WORDS = { words: Object.keys(documents) };

const source = (name: string, summary: string): Positional => ({
  name,
  summary,
  required: true,
  offers: { files: true },
});

const LIVE = `${Object.keys(documents).join(" or ")} from the service, a file, or - for standard input`;

const get: Command = {
  name: "get",
  summary: "Get a client configuration document from the service (V2)",
  examples: ["site get fs-site", "site get core-site > core-site.xml"],
  positionals: [{ name: "document", summary: Object.keys(documents).join(" or "), required: true, offers: WORDS }],
  effect: "read",
  run: async (given, context) => (await import("./get.ts")).getSite(given, context),
};

const diff: Command = {
  name: "diff",
  summary: "Compare the settings of two documents, which can be files or come from the service",
  about:
    "Order, comments and descriptions are ignored. The exit code is 0; with --exit-code it is 7 if the documents differ.",
  examples: ["site diff fs-site my-fs-site.xml", "site diff before.xml after.xml --exit-code"],
  positionals: [source("before", LIVE), source("after", "the same")],
  flags: [{ name: "exit-code", summary: "exit with 7 if they differ" }],
  effect: "read",
  run: async (given, context) => (await import("./diff.ts")).diffSites(given, context),
};

const check: Command = {
  name: "check",
  summary: "Check that a document can be read, contains nothing unusual, and has values of the right types",
  about: "The exit code is 2 if clients would fail to read the document, otherwise 0, even with warnings.",
  examples: ["site check fs-site", "site check hdfs-site.xml"],
  positionals: [source("document", LIVE)],
  flags: [
    {
      name: "as",
      takes: "DOCUMENT",
      choices: Object.keys(documents),
      summary: "kind of the document (default: guessed from its name and content)",
      offers: WORDS,
    },
  ],
  effect: "read",
  run: async (given, context) => (await import("./check.ts")).checkSite(given, context),
};

/** The commands for XML client configuration documents. */
export const site: Group = {
  name: "site",
  summary: "Get, compare and check XML client configuration documents",
  examples: ["site get fs-site", "site diff fs-site my-fs-site.xml"],
  entries: [get, diff, check],
};

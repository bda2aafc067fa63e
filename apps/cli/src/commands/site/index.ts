import type { Command, Group, Positional } from "@reeve/commands";
import { serviceDocuments } from "./service-documents.ts";

const WORDS = { words: serviceDocuments };

const source = (name: string, summary: string): Positional => ({ name, summary, required: true, offers: { files: true } });

const LIVE = `${serviceDocuments.join(" or ")} from the service, a file, or - for standard input`;

const FILE = source("file", "the file to change");

const get: Command = {
  name: "get",
  summary: "Get a client configuration document from the service (V2), or the values of names in a document",
  examples: ["site get fs-site", "site get core-site > core-site.xml", "site get hdfs-site.xml dfs.replication"],
  positionals: [
    { name: "document", summary: LIVE, required: true, offers: WORDS },
    { name: "name", summary: "names whose effective values are printed, one a line", required: false, many: true },
  ],
  effect: "read",
  run: async (input, context) => (await import("./read.ts")).getSite(input, context),
};

const set: Command = {
  name: "set",
  summary: "Set values in a file, and change nothing else in it",
  about: "Order, comments and white space stay. A name that is new is added at the end. NAME= sets an empty text.",
  examples: ["site set hdfs-site.xml dfs.replication=3", "site set hdfs-site.xml dfs.replication=3 dfs.blocksize=256m --dry-run"],
  positionals: [FILE, { name: "setting", summary: "NAME=VALUE", required: true, many: true }],
  effect: "change",
  hasDryRun: true,
  run: async (input, context) => (await import("./change-file.ts")).setInSite(input, context),
};

const unset: Command = {
  name: "unset",
  summary: "Remove all properties with some names from a file",
  about: "The exit code is 6, and the file stays as it was, if the file has no property of a name.",
  examples: ["site unset hdfs-site.xml dfs.replication", "site unset hdfs-site.xml dfs.hosts --dry-run"],
  positionals: [FILE, { name: "name", summary: "the names to remove", required: true, many: true }],
  effect: "change",
  hasDryRun: true,
  run: async (input, context) => (await import("./change-file.ts")).unsetInSite(input, context),
};

const merge: Command = {
  name: "merge",
  summary: "Merge other documents into a file, as a client does that loads them one after another",
  about: "A later value takes effect, unless an earlier property is final. Only a new final makes the file lose its comments.",
  examples: ["site merge hdfs-site.xml overrides.xml --dry-run", "site merge all.xml core-site.xml hdfs-site.xml"],
  positionals: [FILE, { ...source("other", "the documents to merge into it"), many: true }],
  effect: "change",
  hasDryRun: true,
  run: async (input, context) => (await import("./change-file.ts")).mergeIntoSite(input, context),
};

const diff: Command = {
  name: "diff",
  summary: "Compare the settings of two documents, which can be files or come from the service",
  about: "Order, comments and descriptions are ignored. The exit code is 0; with --exit-code it is 7 if the documents differ.",
  examples: ["site diff fs-site my-fs-site.xml", "site diff before.xml after.xml --exit-code"],
  positionals: [source("before", LIVE), source("after", "the same")],
  flags: [{ name: "exit-code", summary: "exit with 7 if they differ" }],
  effect: "read",
  run: async (input, context) => (await import("./read.ts")).diffSites(input, context),
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
      choices: serviceDocuments,
      summary: "kind of the document (default: guessed from its name and content)",
      offers: WORDS,
    },
  ],
  effect: "read",
  run: async (input, context) => (await import("./read.ts")).checkDocument(input, context),
};

/** The commands for XML client configuration documents. */
export const siteCommand: Group = {
  name: "site",
  summary: "Get, compare, check and edit XML client configuration documents",
  examples: ["site get fs-site", "site diff fs-site my-fs-site.xml", "site set hdfs-site.xml dfs.replication=3"],
  entries: [get, diff, check, set, unset, merge],
};

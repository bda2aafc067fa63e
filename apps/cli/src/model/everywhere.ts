import type { Flag } from "./command.ts";

/** The output formats. */
export const formats = ["table", "wide", "json", "jsonl", "yaml", "name"] as const;

export type Format = (typeof formats)[number];

/** The flags of every command. */
export const everywhere: readonly Flag[] = [
  { name: "profile", takes: "NAME", summary: "use this profile, once", offers: { profiles: true } },
  { name: "url", takes: "URL", summary: "address of the cluster" },
  { name: "service", takes: "NAME", summary: "name of the service instance", offers: { instances: true } },
  {
    name: "revision",
    takes: "R",
    summary: "revision of its API; found out when left out",
    offers: { revisions: "alone" },
  },
  { name: "ca", takes: "FILE", summary: "certificate of the cluster's own authority", offers: { files: true } },
  { name: "cert", takes: "FILE", summary: "certificate to show to a server that wants one", offers: { files: true } },
  { name: "key", takes: "FILE", summary: "private key of --cert", offers: { files: true } },
  { name: "proxy", takes: "URL", summary: "go through this proxy, whatever the environment says" },
  { name: "json", summary: "write JSON, as the server sent it (-o json)" },
  { name: "output", short: "o", takes: "FORMAT", choices: formats, summary: `${formats.join(", ")}` },
  { name: "query", takes: "EXPR", summary: "take out of the answer what this JMESPath expression asks for" },
  { name: "dry-run", summary: "show the exact request, and send no change" },
  { name: "yes", short: "y", summary: "agree beforehand to what is asked" },
  { name: "request-timeout", takes: "TIME", summary: "limit of one attempt of one request, such as 10s" },
  { name: "timeout", takes: "TIME", summary: "limit of the whole command, waits included, such as 10m" },
  { name: "no-color", summary: "write without colours, as with NO_COLOR set" },
  { name: "verbose", short: "v", many: true, summary: "tell of each request on stderr; -vv with headers" },
  { name: "help", short: "h", summary: "show what a command does and takes" },
];

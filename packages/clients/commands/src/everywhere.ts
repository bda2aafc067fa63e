import type { Flag } from "./command.ts";

/** The output formats. */
export const formats = ["table", "wide", "json", "jsonl", "yaml", "name"] as const;

export type Format = (typeof formats)[number];

/** The flags of every command. */
export const everywhere: readonly Flag[] = [
  { name: "profile", takes: "NAME", summary: "use this profile for this command", offers: { profiles: true } },
  { name: "url", takes: "URL", summary: "address of the cluster" },
  { name: "service", takes: "NAME", summary: "name of the service instance", offers: { instances: "with-kind" } },
  { name: "revision", takes: "R", summary: "revision of the service's API (default: detected)", offers: { revisions: "alone" } },
  { name: "ca", takes: "FILE", summary: "certificate of the cluster's own authority", offers: { files: true } },
  { name: "cert", takes: "FILE", summary: "client certificate, for servers that require one", offers: { files: true } },
  { name: "key", takes: "FILE", summary: "private key of --cert", offers: { files: true } },
  { name: "proxy", takes: "URL", summary: "use this proxy, and ignore proxies in the environment" },
  { name: "json", summary: "write JSON, as the server sent it (-o json)" },
  { name: "output", short: "o", takes: "FORMAT", choices: formats, summary: `${formats.join(", ")}` },
  { name: "query", takes: "EXPR", summary: "show the part of the answer that this JMESPath expression selects" },
  { name: "dry-run", summary: "show the exact request, and change nothing" },
  { name: "yes", short: "y", summary: "answer yes to all questions" },
  { name: "request-timeout", takes: "TIME", summary: "timeout of one attempt of one request, such as 10s" },
  { name: "timeout", takes: "TIME", summary: "timeout of the whole command with all its waits, such as 10m" },
  { name: "no-color", summary: "write without colours, as with NO_COLOR set" },
  { name: "verbose", short: "v", many: true, summary: "show each request on stderr; -vv with headers" },
  { name: "help", short: "h", summary: "show help for a command" },
];

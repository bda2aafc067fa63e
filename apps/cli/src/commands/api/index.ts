import type { Command } from "@reeve/commands";

/** Sends a request with the method and path that the user typed. */
export const api: Command = {
  name: "api",
  summary: "Send any request, with the same credentials, trust and timeouts as other commands",
  about:
    "The path is relative to the address of the cluster. The command never asks for confirmation, and retries only requests that change nothing.",
  examples: [
    "api GET /service/kafka/v1/topics",
    "api PUT /service/cassandra/v1/cleanup/start --input - < request.json",
    "api GET /service/kafka/v1/plans/deploy --query 'phases[].name'",
  ],
  positionals: [
    {
      name: "method",
      summary: "GET, POST, PUT or DELETE",
      required: true,
      offers: { words: ["GET", "POST", "PUT", "DELETE"] },
    },
    {
      name: "path",
      summary: "path and query, such as /service/kafka/v1/topics",
      required: true,
      offers: { words: [] },
    },
  ],
  flags: [
    {
      name: "input",
      takes: "FILE",
      summary: "JSON to send as the body; - reads it from standard input",
      offers: { files: true },
    },
  ],
  effect: "change",
  hasDryRun: true,
  run: async (given, context) => (await import("./request.ts")).sendRequest(given, context),
};

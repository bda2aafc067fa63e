import type { Group } from "../../model/command.ts";

/** The commands for the audit log of a service that reeve up started. */
export const audit: Group = {
  name: "audit",
  summary: "Show who changed what, and check that the audit log was not edited",
  examples: ["audit list", "audit list --since 2026-01-31 -o jsonl > audit.jsonl", "audit verify"],
  entries: [
    {
      name: "list",
      summary: "Show the newest entries of the audit log",
      about:
        "Refusals, such as wrong tokens, are summed up by user, address and operation. -o jsonl prints JSON lines, for an export.",
      examples: ["audit list", "audit list --since 2026-01-31T12:00Z --json"],
      positionals: [],
      flags: [
        { name: "since", takes: "TIME", summary: "only entries from this time on (ISO 8601)" },
        { name: "limit", takes: "N", summary: "at most N entries, the newest (default: 100)" },
      ],
      effect: "read",
      run: async (given, context) => (await import("./list.ts")).listAudit(given, context),
    },
    {
      name: "verify",
      summary: "Check that no entry of the audit log was changed or removed",
      about:
        "Each entry has the digest of the entry before. The exit code is 9 if one does not fit. Keep the last digest elsewhere, to notice a log that was written anew as a whole.",
      examples: ["audit verify", "audit verify --file audit.jsonl"],
      positionals: [],
      flags: [
        { name: "state", takes: "DIR", summary: "the state folder of the service", offers: { files: true } },
        { name: "file", takes: "FILE", summary: "a copy of the file audit.jsonl", offers: { files: true } },
      ],
      effect: "read",
      run: async (given, context) => (await import("./verify.ts")).verifyAudit(given, context),
    },
  ],
};

import { hasPseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { describe, expect, inject, test } from "vitest";
// @boundaries-ignore: a tool of the repository, which is no package
import { readPages, TRANSCRIPT } from "../../../scripts/documents/pages.ts";
// @boundaries-ignore: a tool of the repository, which is no package
import { typeTranscript, withoutChance } from "../../../scripts/documents/transcript.ts";

const page = readPages().find(({ path }) => path === TRANSCRIPT);

describe.skipIf(!hasPseudoTerminal)(`${TRANSCRIPT}, typed in a terminal of 80 columns and 24 lines`, () => {
  test("shows what the page shows, but for times, ids and places of replicas", { timeout: 600_000 }, async () => {
    if (!page) throw new Error(`${TRANSCRIPT} is missing`);
    const typed = await typeTranscript(page, inject("program"), process.execPath);
    expect(typed.map(({ text }) => withoutChance(text))).toEqual(page.blocks.map(({ text }) => withoutChance(text)));
  });
});

/** Words of the terminal that readers do not know who have never operated these systems. */
const TERMS = [
  ...["active", "agent", "balance", "block", "broker", "client", "configuration", "data node", "definition"],
  ...["deploy", "in sync", "keyspace", "kind", "leader", "leader epoch", "log cleaner"],
  ...["node", "partition", "pause", "plan", "preferred leader", "Reconciliation", "recovery", "replace"],
  ...["replica", "restart", "revision", "rolled out", "scale", "service", "step", "task", "token", "topic"],
  ...["under-replicated", "volume"],
];

/** Headings of tables that are words of everyday language. */
const EVERYDAY = ["ADDRESS", "CHANGE", "END", "FROM", "READ BY", "RESULT", "SINCE", "SIZE", "STATE", "TIME", "TO", "WHAT", "WHO"];

describe(`every word that ${TRANSCRIPT} shows is explained in the section where it first appears, or before`, () => {
  const sections = (page?.text ?? "").split(/^(?=## )/m).map((text) => {
    const shown = [...text.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, session]) => session).join("\n");
    return { shown, prose: text.replace(/^```[\s\S]*?^```$/gm, "") };
  });
  const heads = sections.flatMap(({ shown }) =>
    [...shown.matchAll(/^ *[A-Z]+(?: +[A-Z]+)+$/gm)].flatMap(([line]) => line.trim().split(/ {2,}/)),
  );
  const columns = [...new Set(heads)].filter((head) => !EVERYDAY.includes(head));
  const fields = sections.flatMap(({ shown }) => [...shown.matchAll(/^([a-z]+(?:_[a-z]+)*) {2,}\S+$/gm)]);
  const named = fields.map(([, name = ""]) => name).filter((name) => !/^(cassandra|hdfs|kafka)$/.test(name));

  test("the page has tables and fields", () => {
    expect(columns).toContain("LEADER EPOCH");
    expect(named).toContain("native_transport_running");
  });

  test.each([...new Set([...TERMS, ...columns.map((head) => head.toLowerCase()), ...named])])("%s", (term) => {
    const words = new RegExp(`\\b${term.replace(/s$/, "")}(?:s|es)?\\b`, "i");
    const first = sections.findIndex(({ shown }) => words.test(shown));
    expect(first, `"${term}" is shown`).toBeGreaterThanOrEqual(0);
    const before = sections.slice(0, first + 1).map(({ prose }) => prose);
    const emphasized = [...before.join("\n").matchAll(/\*+([^*\n]+)\*+/g)].map(([, word = ""]) => word);
    // One explanation covers all fields of gossip.
    const begin = new RegExp(`^${term.replace(/^gossip_\w+$/, "gossip").replace(/s$/, "")}(?:s|es)?$`, "i");
    expect(emphasized.filter((word) => begin.test(word))).not.toEqual([]);
  });
});

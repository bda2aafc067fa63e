import { hash } from "node:crypto";
import { recordIn } from "../state/read.ts";

interface Chained {
  readonly previous?: unknown;
  readonly chain?: unknown;
}

/** An entry with the digest of the entry before and of itself, so that a changed or missing entry is noticed. */
export function withChain<Entry extends object>(entry: Entry, previous: string): Entry & { readonly chain: string } {
  const { previous: _, chain: __, ...bare } = entry as Entry & Chained;
  const linked = { ...(bare as Entry), previous };
  return { ...linked, chain: hash("sha256", JSON.stringify(linked), "hex") };
}

/** The digest in an entry; empty for an entry of an earlier version, which has none. */
export function chainOf(entry: object | undefined): string {
  const { chain } = (entry ?? {}) as Chained;
  return typeof chain === "string" ? chain : "";
}

/**
 * Checks the lines of an audit log, from the oldest. The first entry may follow entries that are no longer kept. Returns the numbers of the
 * lines whose digest does not fit the line or the one before, and the digest of the last entry, the head. If the head is kept elsewhere, a
 * log that was rewritten as a whole is noticed, too.
 */
export function checkChain(lines: Iterable<string>) {
  const broken: number[] = [];
  let [entries, number, head] = [0, 0, ""];
  for (const line of lines) {
    number++;
    const entry = recordIn(line);
    // A kill can cut the last line of a process short. Such a line was never part of the chain.
    if (entry === undefined) continue;
    entries++;
    const digest = chainOf(entry);
    const previous = entries === 1 ? String((entry as Chained).previous ?? "") : head;
    if (digest === "" ? head !== "" : withChain(entry, previous).chain !== digest) broken.push(number);
    head = digest;
  }
  return { entries, broken, head };
}

import type { RawAnswer } from "@reeve/client";
import { type AnyApi, listOperations } from "@reeve/contract";
import { inEachRevision } from "../clients.ts";

/** Records how each operation was answered in each revision: with which statuses, and whether the content was as expected. */
export interface Ledger {
  /** The part of the ledger for one client and one transport. */
  page(api: AnyApi, revision: string, access: string): Page;
  /** The operations that were not called, or not answered as expected, such as `broker R2 topics.list, in process`. */
  open(): readonly string[];
  /** The whole ledger as a table with operation, revision and result. */
  table(): string;
}

/** The part of a ledger for one client. */
export interface Page {
  /** Called by the client with every answer. */
  readonly onAnswer: (operation: string, answer: RawAnswer) => void;
  /** Whether an operation has been called over this kind of access. */
  readonly seen: (operation: string) => boolean;
  /** Records the answer to an operation. The answer is as expected unless `check` throws. */
  asked<Value>(operation: string, answer: Promise<Value>, check: (value: Value) => unknown): Promise<Value>;
}

interface Line {
  readonly statuses: Set<number>;
  /** The kinds of access over which the operation was answered as expected. */
  readonly good: Set<string>;
}

/** Makes a ledger with a line for each operation of each revision over each kind of access. */
export function openLedger(apis: readonly AnyApi[], kindsOfAccess: readonly string[]): Ledger {
  const lines = new Map<string, Line>();
  const keyOf = (api: AnyApi, revision: string, operation: string) => `${api.name} ${revision} ${operation}`;
  for (const api of apis) {
    for (const [revision, { name }] of inEachRevision(api, listOperations(api))) {
      lines.set(keyOf(api, revision, name), { statuses: new Set(), good: new Set() });
    }
  }
  const lineOf = (api: AnyApi, revision: string, operation: string) => {
    const line = lines.get(keyOf(api, revision, operation));
    if (!line) throw new Error(`${api.name} ${revision} has no ${operation}`);
    return line;
  };
  const resultOf = ({ statuses, good }: Line) =>
    good.size === kindsOfAccess.length ? `ok (${[...statuses].sort().join(" ")})` : "NOT SEEN";
  return {
    page: (api, revision, access) => {
      const answered = new Set<string>();
      return {
        onAnswer: (operation, { status }) => {
          lineOf(api, revision, operation).statuses.add(status);
          answered.add(operation);
        },
        seen: (operation) => lineOf(api, revision, operation).good.has(access),
        asked: async (operation, answer, check) => {
          const value = await answer;
          await check(value);
          if (answered.has(operation)) lineOf(api, revision, operation).good.add(access);
          return value;
        },
      };
    },
    open: () =>
      [...lines].flatMap(([name, { good }]) => kindsOfAccess.filter((access) => !good.has(access)).map((access) => `${name}, ${access}`)),
    table: () =>
      apis
        .flatMap((api) =>
          listOperations(api).map(({ name, revisions }) => {
            const cells = api.revisions.map((revision) => {
              const result = revisions.includes(revision) ? resultOf(lineOf(api, revision, name)) : "–";
              return `${revision} ${result}`.padEnd(20);
            });
            return `${`${api.name} ${name}`.padEnd(30)} ${cells.join("")}`.trimEnd();
          }),
        )
        .join("\n"),
  };
}

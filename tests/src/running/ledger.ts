import type { RawAnswer } from "@reeve/client";
import { type AnyApi, listOperations } from "@reeve/contract";
import { inEachRevision } from "../clients.ts";

/** What came of each operation in each revision: with which statuses it was answered, and whether the answers said what they must. */
export interface Ledger {
  /** The page of one client that reaches the service in one of the ways. */
  page(api: AnyApi, revision: string, access: string): Page;
  /** `broker R2 topics.list, in process` of those that were not asked for, or not answered as they should be. */
  open(): readonly string[];
  /** Operation x revision x result. */
  table(): string;
}

/** What one client was answered. */
export interface Page {
  /** For the client: told of every answer. */
  readonly onAnswer: (operation: string, answer: RawAnswer) => void;
  /** Whether an operation has been asked for in this way before. */
  readonly seen: (operation: string) => boolean;
  /** Says that an operation has been asked for, and that its answer is what it must be if `check` does not throw. */
  asked<Value>(operation: string, answer: Promise<Value>, check: (value: Value) => unknown): Promise<Value>;
}

interface Line {
  readonly statuses: Set<number>;
  /** In which ways it was answered as it should be. */
  readonly good: Set<string>;
}

/** Begins a ledger that has a line for every operation of every revision, to be filled in each of the ways. */
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
      [...lines].flatMap(([name, { good }]) =>
        kindsOfAccess.filter((access) => !good.has(access)).map((access) => `${name}, ${access}`),
      ),
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

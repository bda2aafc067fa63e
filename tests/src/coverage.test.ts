import { buildRequest, inputOf, listOperations } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { apis } from "./apis.ts";
import { type CoveredRow, coverRows, decisions, extraRoutes, widerRoutes } from "./coverage.ts";
import { documentedRows } from "./documented-rows.ts";

const covered = coverRows();

const rowsOf = (api: string, revision: string) =>
  documentedRows.filter((row) => row.api === api && row.revisions.includes(revision)).length;

test("the list has as many rows as the documents", () => {
  expect(documentedRows.filter(({ api }) => api === "broker")).toHaveLength(32);
  expect(["R1", "R2", "R3"].map((revision) => rowsOf("broker", revision))).toEqual([22, 19, 21]);
  expect(["W1"].map((revision) => rowsOf("wide-column", revision))).toEqual([11]);
  expect(["V1", "V2"].map((revision) => rowsOf("file-system", revision))).toEqual([12, 10]);
});

describe("every documented row is answered by an operation, and built again as printed", () => {
  const nameOf = ({ row, revision, method }: CoveredRow) =>
    `${row.api} ${revision}: ${method} ${row.path}${row.query === "" ? "" : `?${row.query}`}`;
  test.each(covered.map((each) => [nameOf(each), each] as const))("%s", (_, { found, revision, method, target }) => {
    if (!found) throw new Error(`nothing answers ${method} ${target}`);
    const { operation, route } = found;
    const body = Object.fromEntries(Object.entries(operation.example as object).filter(([field]) => operation.body.includes(field)));
    const input = inputOf(found, body);
    const request = buildRequest(operation, { revision, service: "demo", input, route });
    expect([request.method, request.query === "" ? request.path : `${request.path}?${request.query}`]).toEqual([method, target]);
  });
});

test("every route without a row has a reason, and every reason has a route", () => {
  const extra = extraRoutes(covered);
  expect(extra.filter(({ reason }) => reason === undefined).map(({ route }) => route.text)).toEqual([]);
  const declared = apis.flatMap((api) =>
    listOperations(api).flatMap(({ name, operation }) =>
      Object.keys(operation.extensions).map((revision) => `${api.name} ${revision} ${name}`),
    ),
  );
  const wider = widerRoutes(covered);
  const used = [
    ...extra.map(({ api, revision, listed }) => `${api.name} ${revision} ${listed.name}`),
    ...wider.map(({ row, revision, found }) => `${row.api} ${revision} ${found?.name}`),
  ];
  expect(declared.filter((each) => !used.includes(each))).toEqual([]);
  expect(wider.filter(({ found, revision }) => found?.operation.extensions[revision] === undefined)).toEqual([]);
});

test("rows that the documents print in two ways have a decision", () => {
  const twice = documentedRows.filter(({ methods, path }) => methods.length > 1 || path.startsWith("{base_url}"));
  expect(twice).toHaveLength(decisions.length);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { consoleRoutes } from "../console/routes.ts";
import { ownRoutes, proofRoutes } from "./routes.ts";

test("what needs no token is exactly what the README lists", () => {
  const unused = {} as never;
  const routes = [
    ...consoleRoutes(() => 0, { name: "open" } as never, unused, unused),
    ...proofRoutes("key", () => ""),
    ...ownRoutes({ edition: {}, sessions: {} } as never),
  ];
  const open = routes.filter((route) => route.open).map(({ method, path }) => `${method} ${path}`);
  expect(open.sort()).toEqual(listed().sort());
});

/** The requests of the table's rows that say that no token is needed. A path without a method is read with GET. */
function listed(): string[] {
  const page = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("|") && /needs? no token/.test(line));
  return rows.flatMap((row) => {
    const [, paths = ""] = row.split("|");
    return [...paths.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => (path.includes(" ") ? path : `GET ${path}`));
  });
}

import { lookup } from "node:dns/promises";
import { expect, test } from "vitest";
import { contactOf } from "./cql.ts";

test("a node is contacted at its IP address, also if it has a name", async () => {
  expect(await contactOf({ host: "127.1.0.2", port: 9042 })).toBe("127.1.0.2:9042");
  expect(await contactOf({ host: "localhost", port: 9042 })).toBe(`${(await lookup("localhost")).address}:9042`);
});

import { expect, test } from "vitest";
import { runCell } from "../test/matrix/cell.ts";
import { runMatrix } from "../test/matrix/matrix.ts";
import { runRace } from "../test/matrix/race.ts";
import { runRaces } from "../test/matrix/races.ts";
import type { Transport } from "./options.ts";
import { createTransport } from "./transport.ts";

test("no fault makes a request reach the server more often than its effect allows, or a call outlast its limit", async () => {
  const cells = await runMatrix(runCell);
  expect(cells.length).toBeGreaterThan(80);
  expect(cells.filter(({ reached, allowed }) => reached > allowed || reached === 0)).toEqual([]);
  const answered = cells.filter(({ ending }) => ending === "200").map(({ fault, request }) => `${request}: ${fault}`);
  expect(answered).toEqual(["read, GET: closes the connection, the first time", "read, GET: resets the connection, the first time"]);
  // The endings that are neither a status nor an error code of the transport: there must be none.
  expect(cells.filter(({ ending }) => !/^(?:200|[a-z-]+)$/.test(ending))).toEqual([]);
});

test("no change is sent twice while the server closes idle connections", async () => {
  const transports = new Map<string, Transport>();
  const shared = (url: string) => transports.get(url) ?? createTransport({ url });
  const races = await runRaces(300, (url, change) => {
    const transport = shared(url);
    transports.set(url, transport);
    return runRace(transport, change);
  });
  expect(races).toMatchObject({ changes: 300, repeated: 0 });
  expect(races.reached).toBeGreaterThan(0);
});

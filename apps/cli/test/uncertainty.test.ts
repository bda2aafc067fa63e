import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";
import { type SmallServer, startServer } from "./small-server.ts";

/** A server that fails every change in the same way and answers reads. It counts changes and reads. */
async function startDoubtful(refuse: (answer: ServerResponse) => void) {
  const changes: string[] = [];
  const server = await startServer(({ method, url = "" }, answer) => {
    const isChange = method !== "GET" || url.includes("/plan/continue");
    if (isChange) changes.push(`${method} ${url}`);
    if (isChange) refuse(answer);
    else answer.writeHead(200, { "content-type": "application/json" }).end("[]");
  });
  return Object.assign(server, { changes });
}

const settings = ({ url }: SmallServer, revision: string) => ({
  REEVE_URL: url,
  REEVE_SERVICE: "broker=kafka,wc=cassandra",
  REEVE_REVISION: `broker=${revision}`,
  REEVE_TOKEN: "canary-t0ken",
});

const ways: readonly [string, number, (answer: ServerResponse) => void][] = [
  ["is cut", 10, (answer) => answer.destroy()],
  ["is never answered", 12, () => undefined],
  ["is answered 500", 8, (answer) => answer.writeHead(500).end()],
  ["is answered 503 with words of a gateway", 8, (answer) => answer.writeHead(503).end("Service is down")],
  ["is answered with a page", 9, (answer) => answer.writeHead(200, { "content-type": "text/html" }).end("<html>")],
];

describe.each(ways)("a change that %s", (way, code, refuse) => {
  test.each([
    ["R3", "broker topics create orders --partitions 1 --replication 1", "reeve broker topics describe orders"],
    ["R1", "broker plans continue", "reeve broker plans show deploy"],
    ["R3", "broker topics delete orders --yes", "reeve broker topics list"],
    ["R3", "wc cleanup start --nodes *", "reeve wide-column plans show"],
    ["R3", "api PUT /service/kafka/v1/plans/deploy/continue", "reeve api GET /service/kafka/v1/plans/deploy"],
  ])(
    "in %s: the error of %s says that the change may have been made, and names the command that shows it",
    async (revision, line, shows) => {
      await using server = await startDoubtful(refuse);
      using home = makeHome(settings(server, revision));
      // Long enough for a busy machine to send the request. Only a server that never answers lets it pass.
      const limited = way === "is never answered" ? `${line} --request-timeout 1s` : line;
      const { code: ended, out, err } = await reeve(home, limited);
      expect({ ended, out, sent: server.changes.length }, err).toEqual({ ended: code, out: "", sent: 1 });
      expect(err.replaceAll(/\s+/g, " ")).toContain("the change may have been made: check with");
      expect(err).toContain(`${shows} shows whether the change was made.`);
      expect(err).not.toMatch(/again|more time/);
      const error = JSON.parse((await reeve(home, `${limited} --json`)).err).error;
      expect(error).toMatchObject({
        exitCode: code,
        mayHaveBeenDone: true,
        verification: { input: expect.anything() },
      });
      expect(error.hint).toBe(`${shows} shows whether the change was made.`);
    },
  );
});

test("the suggested command selects the same cluster", async () => {
  await using server = await startDoubtful((answer) => answer.destroy());
  using home = makeHome();
  const where = `--url ${server.url} --service kafka --revision R3`;
  const { err } = await reeve(home, `broker topics alter orders --partitions 3 ${where}`);
  expect(err).toContain(`reeve broker topics describe orders ${where} shows whether the change was made.`);
});

test("an interrupted request that was sent may have made the change", async () => {
  await using server = await startDoubtful(() => undefined);
  using home = makeHome(settings(server, "R3"));
  const { code, err } = await reeve(home, "broker topics delete orders --yes -v", { interruptAt: /> DELETE/ });
  expect({ code, err }).toEqual({
    code: 130,
    err: expect.stringMatching(/interrupted; the change may have been made/),
  });
  expect(err).toContain("reeve broker topics list shows whether the change was made.");
});

test("a request that was refused or never sent leaves no doubt", async () => {
  await using server = await startDoubtful((answer) => answer.writeHead(409).end("it exists"));
  using home = makeHome(settings(server, "R3"));
  const refused = await reeve(home, "broker topics create orders --partitions 1 --replication 1");
  expect([refused.code, refused.err]).toEqual([7, expect.not.stringMatching(/may have been made|shows whether/)]);
  const unsent = await reeve(home, "broker topics create orders --partitions 1 --replication 1 --url http://127.0.0.1:1");
  expect([unsent.code, unsent.err]).toEqual([10, expect.not.stringMatching(/may have been made|shows whether/)]);
});

test("a change of a missing topic was not made, unless it creates or deletes the topic", async () => {
  await using server = await startDoubtful((answer) => answer.writeHead(500).end());
  using home = makeHome(settings(server, "R3"));
  const altered = await reeve(home, "broker topics alter ordrs --partitions 3");
  expect([altered.code, altered.err]).toEqual([6, expect.stringMatching(/^error: no topic "ordrs" in kafka/)]);
  expect(altered.err).not.toContain("may have been made");
  const deleted = await reeve(home, "broker topics delete orders --yes");
  expect([deleted.code, deleted.err]).toEqual([8, expect.stringContaining("the change may have been made")]);
});

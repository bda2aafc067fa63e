import { expect, test } from "vitest";
import { failureOf } from "../../../tests/src/failure-of.ts";
import { change } from "../test/exchange.ts";
import { json, startServer } from "../test/server.ts";
import { createTransport } from "../test/transport.ts";

test("a call that may take longer than the platform would wait for it has that time", async () => {
  const { Agent, getGlobalDispatcher, setGlobalDispatcher } = await import("undici");
  await using server = await startServer((_, response) => setTimeout(() => json(response, 200, []), 3_000));
  const platform = getGlobalDispatcher();
  // As impatient after a moment as it usually is after five minutes.
  const impatient = new Agent({ headersTimeout: 200, bodyTimeout: 200 });
  setGlobalDispatcher(impatient);
  try {
    const transport = createTransport({ url: server.url, retries: 0 });
    const [usual, longer] = [failureOf(transport.send(change)), transport.send({ ...change, patience: 600_000 })];
    expect((await usual).message).toContain("(UND_ERR_HEADERS_TIMEOUT)");
    expect((await longer).status).toBe(200);
  } finally {
    setGlobalDispatcher(platform);
    await impatient.close();
  }
}, 30_000);

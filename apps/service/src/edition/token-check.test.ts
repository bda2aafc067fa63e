import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { holdClock, settle } from "../../test/held-clock.ts";
import { openEvents } from "../events/events.ts";
import { writeStream } from "../http/answer.ts";
import type { HttpRequest } from "../http/message.ts";
import { createOwnApi } from "../own/own-api.ts";
import { type OwnParts, ownRoutes } from "../own/routes.ts";
import { keepInMemory } from "../state/state-folder.ts";
import { enterpriseEdition } from "./enterprise.ts";
import { createFailures } from "./failures.ts";

const DAY = 86_400_000;

/** A service with accounts, and a token that expires in 40 s of a clock that the test holds. */
async function scene() {
  const clock = holdClock();
  const { now } = clock;
  const failures = createFailures(now);
  const edition = await enterpriseEdition(keepInMemory(), [], {
    now,
    log: () => undefined,
    logins: { audiences: [], strict: false },
    failures: () => failures,
    record: () => undefined,
  });
  const token = await edition.token();
  await clock.pass(5 * DAY - 40_000);
  // The edition remembers verified tokens: verifying a signature takes time that the clock of the test does not measure.
  await edition.identify(token);
  const [ending, gone] = [new AbortController(), new AbortController()];
  onTestFinished(() => ending.abort());
  let checks = 0;
  const identify = (given: string) => {
    checks++;
    return edition.identify(given);
  };
  const log = async ({ signal }: { readonly signal: AbortSignal }) => ({ bytes: linesUntil(signal) });
  const orchestrator = {
    instances: () => [],
    removals: () => [],
    watchRemovals: () => () => undefined,
    instance: () => ({ nodes: { log } }),
  } as unknown as OwnParts["orchestrator"];
  const events = openEvents(orchestrator, clock);
  const parts: Partial<OwnParts> = {
    edition: { ...edition, identify },
    events,
    clock,
    orchestrator,
    ending: ending.signal,
  };
  const find = createOwnApi(ownRoutes(parts as OwnParts));
  const open = async (target: string) => {
    const header = (name: string) => (name === "authorization" ? `token=${token}` : undefined);
    const request = { method: "GET", target, header, signal: () => gone.signal } as HttpRequest;
    const match = find(request);
    if (!match?.route) throw new Error(`nothing is at ${target}`);
    const { stream } = await match.answer("a user");
    const to = new PassThrough().resume();
    if (stream) void writeStream(stream, to);
    await settle();
    return to;
  };
  return { clock, open, gone, checks: () => checks };
}

/** The output of a node that prints one line and then nothing more. */
async function* linesUntil(signal: AbortSignal) {
  yield Buffer.from("a line\n");
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
}

test.each([
  ["events", "/reeve/v1/events"],
  ["a log that is followed", "/reeve/v1/services/kafka/nodes/broker-0/log?follow=true"],
])("a stream of %s ends soon after its token has expired", async (_, target) => {
  const { clock, open } = await scene();
  const stream = await open(target);
  await clock.pass(39_000);
  expect(stream.readableEnded).toBe(false);
  const ended = once(stream, "end");
  await clock.pass(16_000);
  await ended;
});

test("no token is checked after the client has disconnected", async () => {
  const { clock, open, gone, checks } = await scene();
  await open("/reeve/v1/events");
  await clock.pass(15_000);
  expect(checks()).toBe(1);
  gone.abort();
  await settle();
  await clock.pass(60_000);
  expect(checks()).toBe(1);
});

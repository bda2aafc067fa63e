import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { API } from "@platformatic/kafka";
import { afterEach, beforeAll, expect, test } from "vitest";
import { AnswerTimeout, NotSent, openLink, openLinks } from "./link.ts";
import { protocol } from "./protocol.ts";

// The protocol's library is loaded on first use, which takes longer than the timeouts below.
beforeAll(async () => void (await protocol()));

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

/** Makes a node that accepts connections and never answers. */
async function silent() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on("error", () => undefined))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const endpoint = { host: "127.0.0.1", port: typeof address === "object" && address ? address.port : 0 };
  const link = openLink(endpoint);
  cleanups.push(() => {
    link.close();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { link, sockets, endpoint };
}

/** Makes a fake request with this answer. */
function question<Answer>(answer: Promise<Answer>): API<[], Answer> {
  return Object.assign(() => undefined, { async: () => answer, key: 0, version: 0 });
}

test("a question that fails late does not close the connection that others have opened since", async () => {
  const { link, sockets } = await silent();
  const late = link.call(question(new Promise(() => undefined)), [], 400);
  const failed = expect(late).rejects.toThrow("no answer within 0.4 s");
  await expect.poll(() => sockets.length).toBe(1);
  sockets[0]?.destroy();
  await expect.poll(() => sockets[0]?.closed).toBe(true);
  // biome-ignore lint/plugin: no event tells that the client has noticed the end of its connection
  await new Promise((resolve) => setTimeout(resolve, 50));
  await link.call(question(Promise.resolve(1)), [], 1000);
  expect(sockets).toHaveLength(2);
  await failed;
  await link.call(question(Promise.resolve(2)), [], 1000);
  expect(sockets).toHaveLength(2);
});

test("all requests on a connection that hangs time out together with the first", async () => {
  const { link } = await silent();
  const { metadataV12 } = await protocol();
  const ask = (deadline: number) => link.call(metadataV12.api, [[], false, false], deadline);
  const answers = await Promise.allSettled([ask(10_000), ask(100), ask(10_000)]);
  expect(answers.map((each) => each.status === "rejected" && each.reason instanceof AnswerTimeout)).toEqual([true, true, true]);
});

test("after the close, requests are not sent, and no connection stays open", async () => {
  const { link, sockets, endpoint } = await silent();
  const links = openLinks();
  const connecting = [link, links.to(endpoint)].map((each) => each.call(question(Promise.resolve(1)), [], 1000));
  link.close();
  links.close();
  const later = [link, links.to(endpoint), links.to({ ...endpoint, host: "localhost" })];
  const calls = [...connecting, ...later.map((each) => each.call(question(Promise.resolve(2)), [], 1000))];
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map((each) => each.status === "rejected" && each.reason instanceof NotSent)).toEqual(calls.map(() => true));
  await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true);
  expect(sockets.length).toBeLessThanOrEqual(2);
});

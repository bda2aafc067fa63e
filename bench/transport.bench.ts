import { token } from "@reeve/auth";
import { describeTopic, listTopics } from "@reeve/broker-models";
import { type AnyOperation, buildRequest, readAnswer } from "@reeve/contract";
import { createTransport } from "@reeve/transport";
import { nodeAdapter } from "@reeve/transport/node";
import { startAskedServer } from "./asked-server.ts";
import { byFetch, byKy, byKyWithHeaders, times, warmUp } from "./asking.ts";
import type { Measure } from "./measure.ts";

const server = await startAskedServer();
const { url, small, large } = server;

const reach = { url, credentials: token("token"), observe: () => undefined };
const transport = createTransport(reach);
const onNode = createTransport({ ...reach, adapter: nodeAdapter });

/** A whole call: the request is built and sent with token, id and observer, and the answer is read and checked. */
async function call<Op extends AnyOperation>(operation: Op, input: object, through = transport): Promise<unknown> {
  const request = buildRequest(operation, { revision: "R3", service: "kafka", input: input as never });
  const response = await through.send({ request, effect: operation.effect });
  const answer = readAnswer(operation.output, response);
  if (!answer.ok) throw new Error(answer.issues[0]);
  return answer.value;
}

const listed = () => call(listTopics, {});
const listedOnNode = () => call(listTopics, {}, onNode);
const described = () => call(describeTopic, { topic: "orders" });
await warmUp(
  listed,
  listedOnNode,
  () => byKy(small),
  () => byKyWithHeaders(small),
);

export const measures: readonly Measure[] = [
  ...comparedWithKy("a small list", 1.05, 1),
  ...comparedWithKy("64 concurrent requests for a small list", 1, 64),
  {
    name: "a small list on nodeAdapter",
    against: "the same on fetch",
    goal: 1,
    subject: listedOnNode,
    floor: listed,
  },
  {
    name: "a small list, compared with fetch",
    against: "fetch + JSON.parse",
    subject: listed,
    floor: () => byFetch(small),
  },
  {
    name: "a topic of 10000 partitions, checked",
    against: "fetch + JSON.parse",
    goal: 1.3,
    subject: described,
    floor: () => byFetch(large),
  },
];

/** Compares a call with plain ky, which sends neither token nor id, and with ky that sends both. The goal is for the second comparison. */
function comparedWithKy(name: string, goal: number, count: number): readonly Measure[] {
  const subject = times(count, listed);
  return [
    { name, against: "ky(…).json()", subject, floor: times(count, () => byKy(small)) },
    {
      name: `${name}, the same headers`,
      against: "ky(…, { headers }).json()",
      goal,
      subject,
      floor: times(count, () => byKyWithHeaders(small)),
    },
  ];
}

export function close(): void {
  server.close();
}

import { token } from "@reeve/auth";
import { describeTopic, listTopics } from "@reeve/broker-models";
import { type AnyOperation, buildRequest, readAnswer } from "@reeve/contract";
import { createTransport } from "@reeve/transport";
import { nodeLine } from "@reeve/transport/node";
import ky from "ky";
import { startAskedServer } from "./asked-server.ts";
import type { Measure } from "./measure.ts";

const server = await startAskedServer();
const { url, small, large } = server;

const reach = { url, credentials: token("token"), observe: () => undefined };
const transport = createTransport(reach);
const onNode = createTransport({ ...reach, line: nodeLine });

/** A whole call: built, sent with token, id and observer, read and checked. */
async function call<Op extends AnyOperation>(operation: Op, input: object, through = transport): Promise<unknown> {
  const request = buildRequest(operation, { revision: "R3", service: "kafka", input: input as never });
  const response = await through.send({ request, effect: operation.effect });
  const answer = readAnswer(operation.output, response);
  if (!answer.ok) throw new Error(answer.issues[0]);
  return answer.value;
}

const listed = () => call(listTopics, {});
const described = () => call(describeTopic, { topic: "orders" });
const bareKy = () => ky(small).json();
/** What of ours is on the wire is no work of ours: two headers more, one of them new for each call. */
const kyWithHeaders = () =>
  ky(small, { headers: { authorization: "token=token", "x-request-id": crypto.randomUUID() } }).json();
const bareFetch = async (from: string) => JSON.parse(await (await fetch(from)).text());
const times = (count: number, work: () => Promise<unknown>) => () => Promise.all(Array.from({ length: count }, work));

// A call goes through much code of the platform: what is measured first would be measured while that is still being compiled.
for (let call = 0; call < 2_000; call++) {
  await listed();
  await bareKy();
  await kyWithHeaders();
}

export const measures: readonly Measure[] = [
  ...besideKy("a small list", 1.05, 1),
  ...besideKy("64 small lists in flight", 1, 64),
  {
    name: "a small list on nodeLine, beside fetch",
    against: "fetch + JSON.parse",
    subject: () => call(listTopics, {}, onNode),
    floor: () => bareFetch(small),
  },
  {
    name: "a small list, beside fetch",
    against: "fetch + JSON.parse",
    subject: listed,
    floor: () => bareFetch(small),
  },
  {
    name: "a topic of 10000 partitions, checked",
    against: "fetch + JSON.parse",
    goal: 1.3,
    subject: described,
    floor: () => bareFetch(large),
  },
];

/** Beside ky as it comes, which sends no token and no id, and beside ky that sends the same: that one has the goal. */
function besideKy(name: string, goal: number, count: number): readonly Measure[] {
  const subject = times(count, listed);
  return [
    { name, against: "ky(…).json()", subject, floor: times(count, bareKy) },
    {
      name: `${name}, the same headers`,
      against: "ky(…, { headers }).json()",
      goal,
      subject,
      floor: times(count, kyWithHeaders),
    },
  ];
}

export function close(): void {
  server.close();
}

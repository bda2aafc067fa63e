import { brokerApi, describeTopic, showPlan } from "@reeve/broker-models";
import { type AnyOperation, createRouter, inputOf, readAnswer } from "@reeve/contract";
import { planText, topicText } from "./bodies.ts";
import type { Measure } from "./measure.ts";

const sizes = [100, 1_000, 10_000, 100_000];

const topics = sizes.map((size) =>
  decoding(describeTopic, `a topic of ${size} partitions`, topicText(size), size === 10_000 ? 1.4 : undefined),
);
const plans = sizes.map((size) =>
  decoding(showPlan, `a plan of ${size} steps`, planText(size), size === 10_000 ? 1.25 : undefined),
);

export const measures: readonly Measure[] = [...topics, ...plans, ...matching()];

function decoding(operation: AnyOperation, what: string, text: string, goal: number | undefined): Measure {
  return {
    name: `decode ${what}`,
    against: "JSON.parse alone",
    ...(goal === undefined ? {} : { goal }),
    subject: () => {
      const answer = readAnswer(operation.output, { status: 200, body: JSON.parse(text) });
      if (!answer.ok) throw new Error(answer.issues[0]);
      return answer.value;
    },
    floor: () => JSON.parse(text),
  };
}

function matching(): Measure[] {
  const router = createRouter(brokerApi, "R3");
  return [
    ["GET", "/service/kafka/v1/topics"],
    ["GET", "/service/kafka/v1/topics/orders"],
    ["POST", "/service/kafka/v1/topics/orders?partitions=12&replication=3"],
    ["PUT", "/service/kafka/v1/topics/orders?operation=partitions&partitions=24"],
    ["POST", "/service/kafka/v1/pod/broker-1/restart"],
    ["GET", "/service/kafka/v1/nothing/here"],
  ].map(([method = "", target = ""]) => ({
    name: `match ${method} ${target.slice("/service/kafka/v1".length)}`,
    against: "new URL() of the same path",
    goal: 3,
    subject: () => {
      const match = router.match(method, target);
      return match.kind === "operation" ? inputOf(match) : match;
    },
    floor: () => new URL(target, "http://127.0.0.1"),
  }));
}

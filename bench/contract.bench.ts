import { brokerApi, describeTopic, showBrokerPlan } from "@reeve/broker-models";
import { type AnyOperation, buildRequest, createRouter, inputOf, listOperations, readAnswer, routesOf } from "@reeve/contract";
import { planOfBlocksText, planText, timedPlanText, topicText } from "./bodies.ts";
import type { Measure } from "./measure.ts";

const sizes = [100, 1_000, 10_000, 100_000];

const decodings = [
  ...sizes.map((count) => ({
    ...decoding(describeTopic, `a topic of ${count} partitions`, topicText(count), count === 10_000 ? 1.4 : undefined),
    size: { of: "decode a topic, by partition", count },
  })),
  ...sizes.map((count) => ({
    ...decoding(showBrokerPlan, `a plan of ${count} steps`, planText(count), count === 10_000 ? 1.25 : undefined),
    size: { of: "decode a plan, by step", count },
  })),
  decoding(showBrokerPlan, "a plan of 10000 steps with their times", timedPlanText(10_000)),
  decoding(showBrokerPlan, "a plan of 10000 blocks, in R1's form", planOfBlocksText(10_000), 1.35),
];

export const measures: readonly Measure[] = [...decodings, ...brokerApi.revisions.flatMap(matching), ...encoded()];

function decoding(operation: AnyOperation, what: string, text: string, goal?: number): Measure {
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

/** Matches the requests of all operations' declared examples in a revision, by every route. */
function matching(revision: string): Measure[] {
  const router = createRouter(brokerApi, revision);
  const requests = listOperations(brokerApi, revision).flatMap(({ operation }) =>
    routesOf(operation, revision).map((route) => {
      const { method, path, query, body } = buildRequest(operation, {
        revision: revision as never,
        service: "kafka",
        input: operation.example,
        route,
      });
      return { method, target: query === "" ? path : `${path}?${query}`, body };
    }),
  );
  const floor = () => requests.map(({ target }) => new URL(target, "http://127.0.0.1"));
  const against = "new URL() of the same paths";
  return [
    {
      name: `match every route of the broker's ${revision}`,
      against,
      subject: () => requests.map(({ method, target }) => router.match(method, target)),
      floor,
    },
    {
      name: `match every route of the broker's ${revision}, and check its input`,
      against,
      subject: () =>
        requests.map(({ method, target, body }) => {
          const match = router.match(method, target);
          if (match.kind !== "operation") throw new Error(`${method} ${target} is no operation`);
          return inputOf(match, body);
        }),
      floor,
    },
  ];
}

/** The most expensive case for a router: encoded parameters. */
function encoded(): Measure[] {
  const router = createRouter(brokerApi, "R3");
  const target = "/service/kafka/v1/plans/deploy/restart?phase=a%20b&step=c%20d";
  return [
    {
      name: "match a route with encoded parameters",
      against: "new URL() of the same path",
      subject: () => router.match("POST", target),
      floor: () => new URL(target, "http://127.0.0.1"),
    },
  ];
}

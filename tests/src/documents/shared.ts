import { type Asking, endpoint, expectAnswer, type Row } from "./read.ts";
import { RULINGS } from "./rulings.ts";
import * as is from "./shape.ts";

export const uuids = is.list(is.uuid);

export const message = (pattern: RegExp): is.Shape => is.record({ message: is.text(pattern) });

/** What every document says of authentication, with a request of its own. */
export function authentication(path: string, revisions: readonly string[]): readonly Row[] {
  const refused: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["without the header", {}],
    ["with another token", { authorization: "token=another" }],
    ["with an empty token", { authorization: "token=" }],
    ["with another scheme", { authorization: "Basic YTpi" }],
  ];
  return [
    {
      at: "Authentication, 1",
      revisions,
      async run(ask) {
        await ask.quiet();
        const { status } = await ask.send(`GET ${path}`);
        ask.holds("the documented header is accepted", status < 300, status);
        for (const [how, headers] of refused) {
          const answer = await ask.send(`GET ${path}`, undefined, headers);
          ask.holds(`a request ${how} is refused`, answer.status === 401, answer.status);
        }
      },
    },
  ];
}

/** The three rows of configurations, and the history. */
export function configurationRows(revisions: readonly string[], shape: is.Shape, update: (ask: Asking) => Promise<void>): readonly Row[] {
  return [
    endpoint("Endpoints, Configurations: ids", revisions, "GET /configurations", { status: 200, shape: uuids }),
    endpoint("Endpoints, Configurations: target", revisions, "GET /configurations/target", { status: 200, shape }),
    {
      at: "Endpoints, Configurations: by id",
      revisions,
      async run(ask) {
        await ask.quiet();
        const before = (await ask.send("GET /configurations")).body as readonly string[];
        for (const id of before.slice(-2)) {
          const answer = await ask.send(`GET /configurations/${id}`);
          expectAnswer(ask, answer, { status: 200, shape });
        }
        if (ask.strategy === "STAGE") return;
        const target = (await ask.send("GET /configurations/target")).text;
        await update(ask);
        await ask.quiet();
        const after = (await ask.send("GET /configurations")).body as readonly string[];
        ask.holds("the history grows with an update", after.length > before.length, [before, after]);
        ask.holds(
          "the former configurations stay",
          before.every((id) => after.includes(id)),
          [before, after],
        );
        const now = (await ask.send("GET /configurations/target")).text;
        ask.holds("the target is the new one", now !== target);
        const known = await Promise.all(after.map(async (id) => (await ask.send(`GET /configurations/${id}`)).text));
        ask.holds("the target is in the history", known.includes(now));
        ask.holds("the former target is in the history", known.includes(target));
      },
    },
  ];
}

/** The rows of named plans. */
export function namedPlanRows(revisions: readonly string[], _: string, plan: is.Shape): readonly Row[] {
  return [
    endpoint("Endpoints, Plans: GET /plans", revisions, "GET /plans", {
      status: 200,
      shape: is.both(
        is.list(is.text()),
        is.rule("has deploy and recovery", (plans: string[]) => ["deploy", "recovery"].every((each) => plans.includes(each))),
      ),
    }),
    endpoint("Endpoints, Plans: GET /plans/{plan}", revisions, "GET /plans/deploy", { status: 200, shape: plan }),
    endpoint("Endpoints, Plans: GET /plans/recovery", revisions, "GET /plans/recovery", {
      status: 200,
      shape: is.rule("is a plan", ({ phases, errors, status }: Record<string, unknown>) =>
        [Array.isArray(phases), Array.isArray(errors), status === "COMPLETE"].every(Boolean),
      ),
    }),
    ...controlRows(revisions),
  ];
}

/** The two controls of a plan that has nothing to do. */
export function controlRows(revisions: readonly string[]): readonly Row[] {
  const control = is.record({ message: is.text(/Received cmd/) });
  return ["POST /plans/deploy/interrupt", "PUT /plans/deploy/continue"].map((request) =>
    endpoint(`Endpoints, Plans: ${request}`, revisions, request, { status: [200, 208], shape: control }),
  );
}

interface NodeRows {
  readonly node: string;
  readonly all: readonly string[];
  readonly info: is.Shape;
  readonly pause: boolean;
}

/** The rows of nodes, below `/pod` or `/pods`. */
export function nodeRows(revisions: readonly string[], path: string, { node, all, info, pause }: NodeRows): readonly Row[] {
  const action = is.record({ pod: is.exactly(node), tasks: is.list(is.exactly(`${node}-node`), 1) });
  const infoOf = async (ask: Asking) => (await ask.send(`GET ${path}/${node}/info`)).body as readonly Task[];
  const acted = async (ask: Asking, verb: string) => {
    await ask.quiet();
    const [before] = await infoOf(ask);
    const answer = await ask.send(`POST ${path}/${node}/${verb}`);
    const shape = verb === "pause" ? pausing : action;
    expectAnswer(ask, answer, { status: 200, shape });
    await ask.until(`GET ${path}/${node}/info`, ({ body }) => {
      const [task] = body as readonly Task[];
      return task?.status?.state === "TASK_RUNNING" && task.info.taskId.value !== before?.info.taskId.value;
    });
    const now = await infoOf(ask);
    ask.fits(info, now);
    return [before, now[0]] as const;
  };
  const pausing = is.record({ pod: is.exactly(node), tasks: is.list(is.exactly(`${node}-node`), 1) }, { message: RULINGS.nodeAction });
  const row = (at: string, run: Row["run"]): Row => ({ at: `Endpoints, Nodes: ${at}`, revisions, run });
  return [
    endpoint(`Endpoints, Nodes: GET ${path}`, revisions, `GET ${path}`, {
      status: 200,
      shape: is.both(
        is.list(is.text()),
        is.rule("has every node and no other", (nodes: string[]) => [...nodes].sort().join() === [...all].sort().join()),
      ),
    }),
    ...all.map((id) =>
      endpoint(`Endpoints, Nodes: GET ${path}/{node_id}/info of ${id.replace(/-\d+$/, "")}`, revisions, `GET ${path}/${id}/info`, {
        status: 200,
        shape: info,
      }),
    ),
    row(`POST ${path}/{node_id}/restart`, async (ask) => {
      const [before, now] = await acted(ask, "restart");
      ask.holds("stays on its agent", agentOf(before) === agentOf(now), [agentOf(before), agentOf(now)]);
      ask.holds("keeps its volume", volumeOf(before) === volumeOf(now), [volumeOf(before), volumeOf(now)]);
    }),
    row(`POST ${path}/{node_id}/replace`, async (ask) => {
      const [before, now] = await acted(ask, "replace");
      const ruling = ask.engine === "simulated" ? undefined : RULINGS.oneAgent;
      ask.holds("runs on another agent", agentOf(before) !== agentOf(now), agentOf(now), ruling);
      ask.holds("gets another volume", volumeOf(before) !== volumeOf(now), volumeOf(now));
    }),
    ...(pause
      ? [
          row(`POST ${path}/{node_id}/pause`, async (ask) => {
            const [before, now] = await acted(ask, "pause");
            ask.holds("stays on its agent", agentOf(before) === agentOf(now), agentOf(now));
            await acted(ask, "restart");
          }),
        ]
      : []),
  ];
}

interface Task {
  readonly info: {
    readonly taskId: { readonly value: string };
    readonly slaveId: { readonly value: string } | null;
    readonly resources: readonly {
      readonly name: string;
      readonly disk: { readonly persistence: { readonly id: string } } | null;
    }[];
  };
  readonly status: { readonly state: string } | null;
}

const agentOf = (task: Task | undefined) => task?.info.slaveId?.value;
const volumeOf = (task: Task | undefined) => task?.info.resources.find(({ disk }) => disk)?.disk?.persistence.id;

/** Requests that belong to other revisions only, each with the revisions in which it must not be served. */
export function otherRevisions(all: readonly (readonly [readonly string[], string])[]): readonly Row[] {
  return all.map(([revisions, request]) => ({
    at: `Versioning: ${request}`,
    revisions,
    async run(ask) {
      const { status } = await ask.send(request);
      ask.holds("is not served in this revision", [400, 404, 405].includes(status), status);
    },
  }));
}

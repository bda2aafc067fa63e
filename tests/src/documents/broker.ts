import { nodeInfo } from "./node-info.ts";
import { type Asking, endpoint, expectAnswer, type Row } from "./read.ts";
import { RULINGS } from "./rulings.ts";
import * as is from "./shape.ts";
import { authentication, configurationRows, message, namedPlanRows, nodeRows, otherRevisions } from "./shared.ts";

const ALL = ["R1", "R2", "R3"];
const EARLY = ["R1", "R2"];
const STAGE = { strategies: ["STAGE"] };
const INSTALL = { strategies: ["INSTALL"] };
const id = is.text(/^\d+$/);
const LINE = /^(\s*Topic: \S+\s+Partition: \d+\s+Leader: (\d+|none)\s+Replicas: [\d,]+\s+Isr: [\d,]*\n?)*$/;

// Resources
const connection = is.record({
  address: is.both(is.list(is.text(/^\d{1,3}(\.\d{1,3}){3}:\d+$/)), is.rule("has one per broker", oneEach)),
  dns: is.both(is.list(is.address), is.rule("has one per broker", oneEach)),
  vip: is.text(/^[\w.-]+:\d+$/),
  coordinator: is.text(/^[\w.-]+:\d+\/[\w/.-]+$/),
});
const brokers = is.record({ brokers: is.list(id) }, { unavailable: RULINGS.unavailable });
const taskIds = is.list(is.text(new RegExp(`^broker-1__${is.UUID}$`)), 1);
const partition = is.record({
  controller_epoch: is.integer,
  isr: is.both(
    is.list(is.integer),
    is.rule("names brokers", (isr: number[]) => isr.length > 0),
  ),
  leader: is.integer,
  leader_epoch: is.integer,
  version: is.integer,
});
const topic = is.record({ partitions: is.list(is.oneKey(/^\d+$/, partition)) });
const offsets = is.list(is.oneKey(/^\d+$/, is.text(/^\d+$/)));
const configuration = is.record({
  brokerConfiguration: is.record({
    containerHookUri: is.text(),
    cpus: is.number,
    disk: is.number,
    diskType: is.exactly("ROOT"),
    engineUri: is.text(),
    javaUri: is.text(),
    mem: is.number,
    overriderUri: is.text(),
  }),
  engineConfiguration: is.object,
  serviceConfiguration: is.record({
    count: is.integer,
    name: is.text(),
    phaseStrategy: is.exactly("INSTALL", "STAGE"),
    placementStrategy: is.exactly("NODE"),
    principal: is.text(),
    role: is.text(),
    user: is.text(),
  }),
});

function oneEach(addresses: readonly string[]): boolean {
  return addresses.length === 3 && new Set(addresses).size === 3;
}

// Plans
const R1_STATUSES = ["Complete", "InProgress"];
const R2_STATUSES = ["COMPLETE", "IN_PROGRESS", "PENDING"];

/** A plan with statuses of these. Only R1 spells them in its own way, and has blocks. */
function plan(revision: string, statuses: readonly string[] = [revision === "R1" ? "Complete" : "COMPLETE"]) {
  const status = is.exactly(...statuses);
  const times = { started_at: RULINGS.times, completed_at: RULINGS.times };
  const common = { id: is.uuid, name: is.text(), status };
  const word = statuses.join("|");
  const step = is.both(
    is.record(
      {
        ...common,
        message: is.text(new RegExp(`^(Reconciliation|Broker-\\d+) is (${word})$`)),
        ...(revision === "R1" && { hasDecisionPoint: is.flag }),
      },
      { ...times, reason: RULINGS.reason, ...(revision === "R3" && { has_decision_point: RULINGS.statuses }) },
    ),
    is.rule("its message has its own name and status", ({ name, status, message }: Step) =>
      [`${name[0]?.toUpperCase()}${name.slice(1)} is ${status}`].includes(message),
    ),
  );
  const phase = is.record({ ...common, [stepsOf(revision)]: is.list(step) }, { ...times, strategy: RULINGS.strategy });
  return is.both(
    is.record({ phases: is.list(phase), errors: is.list(is.anything), status }, { ...times, strategy: RULINGS.strategy }),
    is.rule("its first phase is Reconciliation", ({ phases }: Plan) => phases[0]?.name === "Reconciliation"),
    is.rule("whose only step is Reconciliation", (it: Plan) => names(it, 0, revision).join() === "Reconciliation"),
  );
}

interface Step {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly hasDecisionPoint?: boolean;
  readonly reason?: string | null;
}
interface Plan {
  readonly status: string;
  readonly errors: readonly unknown[];
  readonly phases: readonly ({ readonly name: string; readonly status: string } & Readonly<Record<string, readonly Step[]>>)[];
}

const stepsOf = (revision: string) => (revision === "R1" ? "blocks" : "steps");
const steps = (it: unknown, revision: string): readonly Step[] =>
  (it as Plan).phases.slice(1).flatMap((phase) => phase[stepsOf(revision)] ?? []);
const names = (it: Plan, at: number, revision: string) => (it.phases[at]?.[stepsOf(revision)] ?? []).map(({ name }) => name);

const SHOW = { R1: "GET /plan", R2: "GET /plan", R3: "GET /plans/deploy" } as const;
const show = ({ revision }: Asking) => SHOW[revision as keyof typeof SHOW];
const control = ({ revision }: Asking, command: "continue" | "interrupt") =>
  revision === "R3" ? `${command === "continue" ? "PUT" : "POST"} /plans/deploy/${command}` : `GET /plan/${command}`;
const incomplete = ({ revision }: Asking) => (revision === "R3" ? 202 : 503);

const stage = is.record({ errors: is.list(is.anything), phase_count: is.integer, status: is.exactly(...R1_STATUSES) });
const controlled = (revision: string, command: string) =>
  is.record({ message: is.text(new RegExp(command)) }, { ...(revision === "R2" && { Result: RULINGS.result }) });

/** Asks for a rollout of all brokers, as an operator does: with more memory for each. */
async function update(ask: Asking, pace?: number): Promise<void> {
  const { body } = await ask.send("GET /configurations/target");
  const { mem } = (body as { brokerConfiguration: { mem: number } }).brokerConfiguration;
  const slow = pace === undefined || ask.engine !== "simulated" ? {} : { pace };
  await ask.deploy({ settings: { BROKER_MEM: mem === 256 ? 264 : 256 }, ...slow });
}

const completeSteps = (it: unknown, revision: string) =>
  steps(it, revision).filter(({ status }) => status.toUpperCase() === "COMPLETE").length;

export const brokerRows: readonly Row[] = [
  ...authentication("/topics", ALL),
  // Topics first, because everything else stands on them.
  endpoint("Endpoints, Topics: POST /topics", EARLY, "POST /topics?name=orders&partitions=3&replication=2", {
    status: 200,
    shape: message(/created/i),
  }),
  endpoint("Endpoints, Topics: POST /topics/{topic}", ["R3"], "POST /topics/orders?partitions=3&replication=2", {
    status: 200,
    shape: message(/created/i),
  }),
  endpoint("Endpoints, Topics: GET /topics", ALL, "GET /topics", {
    status: 200,
    shape: is.both(
      is.list(is.text()),
      is.rule("has the topic", (topics: string[]) => topics.includes("orders")),
    ),
  }),
  ...["GET", "POST"].map((method) =>
    endpoint(`Endpoints, Topics: ${method} /topics/{topic}`, ALL, `${method} /topics/orders`, {
      status: 200,
      shape: is.both(
        topic,
        is.rule(
          "has the partitions by number",
          ({ partitions }: { partitions: object[] }) => partitions.map((each) => Object.keys(each)[0]).join() === "0,1,2",
        ),
        is.rule("has the replicas", ({ partitions }: { partitions: Record<string, { isr: number[] }>[] }) =>
          partitions.every((each) => Object.values(each)[0]?.isr.length === 2),
        ),
      ),
    }),
  ),
  ...["", "?time=first", "?time=last", "?time=-1", "?time=-2"].map((query) =>
    endpoint(`Endpoints, Topics: GET /topics/{topic}/offsets${query}`, ALL, `GET /topics/orders/offsets${query}`, {
      status: 200,
      shape: is.both(
        offsets,
        is.rule("has every partition", (all: unknown[]) => all.length === 3),
      ),
    }),
  ),
  endpoint("Endpoints, Topics: PUT operation=producer-test", ALL, "PUT /topics/orders?operation=producer-test&messages=2000", {
    status: 200,
    shape: is.record({
      message: is.both(
        is.text(/2000 records sent/),
        is.text(/[\d.]+ records\/sec/),
        is.text(/[\d.]+ MB\/sec/),
        is.text(/[\d.]+ ms avg latency/),
        is.text(/[\d.]+ ms max latency/),
        ...["50th", "95th", "99th", "99.9th"].map((part) => is.text(new RegExp(`\\d+ ms ${part}`))),
        // Limits: the size of a record follows from the two rates, and the throughput from the first.
        is.rule("sends records of 1024 bytes", (it: string) => {
          const [, records, megabytes] = /([\d.]+) records\/sec \(([\d.]+) MB\/sec/.exec(it) ?? [];
          return Math.abs(Number(megabytes) / ((Number(records) * 1024) / 2 ** 20) - 1) < 0.02;
        }),
        is.rule("sends at most 100000 records a second", (it: string) => Number(/([\d.]+) records\/sec/.exec(it)?.[1]) < 105_000),
      ),
    }),
  }),
  endpoint(
    "Endpoints, Topics: GET /topics/{topic}/offsets at a time in milliseconds",
    ALL,
    "GET /topics/orders/offsets?time=1700000000000",
    { status: 200, shape: offsets },
  ),
  endpoint("Resources, Topic offsets: after the producer test", ALL, "GET /topics/orders/offsets?time=last", {
    status: 200,
    shape: is.rule(
      "count the records",
      (all: Record<string, string>[]) => all.map((each) => Number(Object.values(each)[0])).reduce((sum, each) => sum + each, 0) >= 2000,
    ),
  }),
  endpoint("Endpoints, Topics: PUT operation=partitions", ALL, "PUT /topics/orders?operation=partitions&partitions=4", {
    status: 200,
    shape: is.both(message(/WARNING: If partitions are increased for a topic that has a key[\s\S]*succeeded/)),
  }),
  endpoint("Endpoints, Topics: the partition is there", ALL, "GET /topics/orders", {
    status: 200,
    shape: is.rule("has four partitions", ({ partitions }: { partitions: unknown[] }) => partitions.length === 4),
  }),
  ...["under_replicated", "unavailable"].map((kind) =>
    endpoint(`Endpoints, Topics: GET /topics/${kind}_partitions`, ALL, `GET /topics/${kind}_partitions`, {
      status: 200,
      shape: is.record({ message: is.exactly("") }),
    }),
  ),
  {
    at: "Endpoints, Connection",
    revisions: EARLY,
    async run(ask) {
      await ask.quiet();
      const answer = await ask.send("GET /connection");
      expectAnswer(ask, answer, { status: 200, shape: connection });
      const { dns = [] } = answer.body as { readonly dns?: readonly string[] };
      const ruling = ask.engine === "simulated" ? undefined : RULINGS.names;
      ask.holds(
        "dns has host names",
        dns.every((each) => /^[a-z]/.test(each)),
        dns,
        ruling,
      );
    },
  },
  endpoint("Endpoints, Brokers: list", EARLY, "GET /brokers", {
    status: 200,
    shape: is.both(
      brokers,
      is.rule("has every broker", (it: { brokers: string[] }) => it.brokers.join() === "0,1,2"),
    ),
  }),
  {
    at: "Endpoints, Brokers: restart and replace",
    revisions: EARLY,
    async run(ask) {
      const node = async () => (await ask.send(`GET //reeve/v1/services/${ask.service}/nodes/broker-1`)).body as Node;
      const moved = async (query: string) => {
        await ask.quiet();
        const before = await node();
        const answer = await ask.send(`PUT /brokers/1${query}`);
        expectAnswer(ask, answer, { status: 200, shape: taskIds });
        ask.holds(`the task id${query} is new`, !JSON.stringify(before.tasks).includes("xx"), answer.body);
        await ask.until(`GET //reeve/v1/services/${ask.service}/nodes/broker-1`, ({ body }) => {
          const { state, since } = body as Node;
          return state === "running" && since !== before.since;
        });
        return { before, after: await node() };
      };
      const restart = await moved("");
      ask.holds("restarts on the same agent", restart.before.agent === restart.after.agent, restart.after);
      ask.holds("keeps the volumes", same(restart.before.volumes, restart.after.volumes), restart.after);
      const replace = await moved("?replace=true");
      ask.holds("discards the volumes", !same(replace.before.volumes, replace.after.volumes), replace.after);
      const ruling = ask.engine === "simulated" ? undefined : RULINGS.oneAgent;
      ask.holds("may take another machine", replace.before.agent !== replace.after.agent, replace.after.agent, ruling);
    },
  },
  ...configurationRows(ALL, configuration, update),
  {
    at: "What the service does, 7",
    revisions: ALL,
    strategies: ["INSTALL"],
    async run(ask) {
      await ask.quiet();
      const count = async () =>
        ((await ask.send("GET /configurations/target")).body as { serviceConfiguration: { count: number } }).serviceConfiguration.count;
      ask.holds("the count is BROKER_COUNT", (await count()) === 3);
      const refused = await ask.send(ask.revision === "R3" ? "POST /pod" : "POST /brokers");
      ask.holds("no endpoint adds a broker", refused.status === 405, refused.status);
      if (ask.engine !== "simulated") return;
      await ask.deploy({ settings: { BROKER_COUNT: 4, BROKER_MEM: 256 }, pace: 0.1 });
      const running = await ask.send(show(ask));
      ask.holds("the change is rolled out", running.status === incomplete(ask), running.status);
      await ask.quiet();
      const { body } = await ask.send(ask.revision === "R3" ? "GET /pod" : "GET /brokers");
      ask.holds("the broker is there", JSON.stringify(body).includes("3"), body);
      ask.holds("the configuration has the count", (await count()) === 4);
      const shown = await ask.send(show(ask));
      const [, updating] = (shown.body as Plan).phases;
      const changed = updating?.[stepsOf(ask.revision)]?.map(({ name }) => name);
      ask.holds("its phase has one step per broker", changed?.length === 4, changed, RULINGS.rollouts);
      await ask.deploy({ settings: { BROKER_COUNT: 3, BROKER_MEM: 256 } });
      await ask.quiet();
      const left = (await ask.send(show(ask))).body as Plan;
      ask.holds(
        "a departure's phase is an update, too",
        left.phases.slice(1).every(({ name }) => new RegExp(`^Update to: ${is.UUID}$`).test(name)),
        left.phases.map(({ name }) => name),
      );
      const steps = left.phases.flatMap((each) => each[stepsOf(ask.revision)] ?? []).map(({ name }) => name);
      ask.holds("its steps are named by brokers", !steps.some((name) => name.startsWith("leave")), steps, RULINGS.departure);
      await update(ask);
      await ask.quiet();
    },
  },
  {
    at: "Resources, Plan",
    revisions: ALL,
    async run(ask) {
      await ask.quiet();
      const { status, body } = await ask.send(show(ask));
      ask.holds("answers 200 when complete", status === 200, body);
      ask.fits(plan(ask.revision), body);
      const [target] = [(await ask.send("GET /configurations")).body as string[]];
      const { phases } = body as Plan;
      ask.holds("has a phase for an update", phases.length >= 2, phases.length);
      const updating = phases.at(-1);
      ask.holds(
        "the phase is named by the configuration",
        target.some((each) => updating?.name === `Update to: ${each}`),
        updating?.name,
      );
      ask.holds(
        "has one step per broker, named by it",
        (updating?.[stepsOf(ask.revision)] ?? []).map(({ name }) => name).join() === "broker-0,broker-1,broker-2",
        updating,
        // Real brokers already run what the former strategy's table has left.
        ask.engine === "simulated" ? undefined : RULINGS.rollouts,
      );
      ask.holds("has no errors", (body as Plan).errors.length === 0);
    },
  },
  {
    at: "Endpoints, Plan: GET /plan/status while no rollout is active",
    revisions: ["R1"],
    async run(ask) {
      await ask.quiet();
      const { status, body } = await ask.send("GET /plan/status");
      ask.holds("answers 200", status === 200);
      ask.fits(is.record({ stage }), body);
      ask.holds("its stage is Complete", (body as { stage: { status: string } }).stage.status === "Complete", body);
    },
  },
  {
    at: "States and transitions, 2: INSTALL",
    revisions: ALL,
    ...INSTALL,
    async run(ask) {
      await ask.quiet();
      await update(ask);
      const shown = await ask.send(show(ask));
      ask.holds("while a rollout is in progress, a plan is answered with its status", shown.status === incomplete(ask), shown.status);
      ask.fits(plan(ask.revision, [...R1_STATUSES, ...R2_STATUSES, "STARTING", "Starting", "Pending"]), shown.body);
      if (ask.revision === "R3") return;
      for (const command of ["interrupt", "continue"] as const) {
        const answer = await ask.send(control(ask, command));
        ask.holds(`${command} has no effect`, answer.status === 208, answer.status);
      }
      await ask.quiet();
      const after = await ask.send(show(ask));
      ask.holds("the rollout ends by itself", after.status === 200, after.text);
    },
  },
  {
    at: "States and transitions, 2 and 3: STAGE",
    revisions: ALL,
    ...STAGE,
    async run(ask) {
      await staged(ask);
    },
  },
  ...["forceComplete", "restart"].map(
    (command): Row => ({
      at: `Endpoints, Plan: GET /plan/${command}`,
      revisions: ["R1"],
      async run(ask) {
        await ask.quiet();
        const query = "?phase=Reconciliation&block=Reconciliation";
        const idle = await ask.send(`GET /plan/${command}${ask.strategy === "STAGE" ? query : ""}`);
        ask.holds("is served", [200, 208, 409].includes(idle.status), `${idle.status} ${idle.text}`);
        if (ask.strategy === "INSTALL") ask.holds("has no effect", idle.status === 208, idle.status);
        await ask.quiet();
      },
    }),
  ),
  {
    at: "Endpoints of Reeve's own: as their OpenAPI document says",
    revisions: EARLY,
    ...INSTALL,
    async run(ask) {
      const { body } = await ask.send(`GET //reeve/v1/openapi/broker-${ask.revision}.json`);
      const answers = (path: string) => {
        const { paths, components } = body as OpenApi;
        const name =
          paths[`/reeve/v1/services/{service_name}${path}`]?.get?.responses["200"]?.content["application/json"]?.schema.$ref
            .split("/")
            .at(-1) ?? "";
        return components.schemas[name]?.properties?.phases?.items.$ref.split("/").at(-1) ?? "";
      };
      await ask.send(`POST //reeve/v1/services/${ask.service}/partitions/elect-leaders`);
      await ask.quiet();
      for (const path of ["/plans/partitions", "/plans/deploy"]) {
        const shown = (await ask.send(`GET //reeve/v1/services/${ask.service}${path}`)).body as Plan;
        const phase = answers(path === "/plans/deploy" ? "/plans/{plan}" : path);
        const has = shown.phases.every((each) => "steps" in each && !("blocks" in each));
        ask.holds(`${path} has phases of steps, as declared`, has && phase === "Phase", [phase, shown.phases[0]]);
      }
    },
  },
  ...namedPlanRows(["R3"], "/pod", plan("R3")),
  ...nodeRows(["R3"], "/pod", {
    node: "broker-1",
    all: ["broker-0", "broker-1", "broker-2"],
    info: nodeInfo("broker", ["broker"]),
    pause: true,
  }),
  {
    at: "Resources, Message results: partitions of a broker that is down",
    revisions: ALL,
    ...INSTALL,
    async run(ask) {
      await ask.quiet();
      await ask.send(`POST //reeve/v1/services/${ask.service}/nodes/broker-1/pause`);
      const { body } = await ask.until("GET /topics/under_replicated_partitions", ({ text }) => text.length > 20);
      ask.fits(is.record({ message: is.text(LINE) }), body);
      if (ask.revision !== "R3") {
        const { body: listed } = await ask.until("GET /brokers", ({ text }) => text.includes("unavailable"));
        ask.fits(brokers, listed);
        ask.holds("lists the broker that is down", (listed as { brokers: string[] }).brokers.includes("1"), listed);
      }
      await ask.send(`POST //reeve/v1/services/${ask.service}/nodes/broker-1/restart`);
      await ask.until("GET /topics/under_replicated_partitions", ({ text }) => text === '{"message":""}');
    },
  },
  endpoint("Endpoints, Topics: DELETE", ALL, "DELETE /topics/orders", {
    status: [200, 202],
    shape: is.record({
      message: is.both(is.text(/marked for deletion/), is.text(/no impact if delete\.topic\.enable is not set to true/)),
    }),
  }),
  {
    at: "Resources, Message results: a deleted topic",
    revisions: ALL,
    async run(ask) {
      await ask.until("GET /topics", ({ body }) => !(body as string[]).includes("orders"));
      ask.holds("is gone", true);
    },
  },
  ...otherRevisions([
    [EARLY, "GET /pod"],
    [EARLY, "GET /plans"],
    [EARLY, "GET /pod/broker-0/info"],
    [EARLY, "POST /pod/broker-0/pause"],
    [["R3"], "GET /brokers"],
    [["R3"], "GET /connection"],
    [["R3"], "GET /plan"],
    [["R3"], "PUT /brokers/0"],
    [["R2", "R3"], "GET /plan/status"],
    [["R2", "R3"], "GET /plan/forceComplete"],
    [["R2", "R3"], "GET /plan/restart"],
    [["R3"], "POST /topics?name=other&partitions=1&replication=1"],
  ]),
];

interface OpenApi {
  readonly paths: Readonly<
    Record<string, { get?: { responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }> } }>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, { properties?: { phases?: { items: { $ref: string } } } }>>;
  };
}
interface Node {
  readonly state: string;
  readonly since: string;
  readonly agent: string;
  readonly tasks: readonly unknown[];
  readonly volumes: unknown;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The course of a staged update: it waits, goes on with one broker, waits again, and then rolls; an interrupt holds what is pending. */
async function staged(ask: Asking): Promise<void> {
  const { revision } = ask;
  await ask.quiet();
  // A simulated broker must take its time, so that the interrupt comes while it works.
  await update(ask, 0.5);
  const waiting = await ask.until(show(ask), ({ text }) => /"status":"(Waiting|WAITING)"/.test(text));
  ask.holds("a staged update waits", waiting.status === incomplete(ask), waiting.status);
  const any = [...R1_STATUSES, ...R2_STATUSES, "Waiting", "Pending", "WAITING"];
  ask.fits(plan(revision, any), waiting.body);
  ask.holds("before the first broker", completeSteps(waiting.body, revision) === 0, waiting.body);
  const statuses = new Set(waiting.text.match(/"status":"\w+"/g));
  const known = revision === "R1" ? R1_STATUSES : R2_STATUSES;
  const unknown = [...statuses].filter((each) => !known.some((status) => each.includes(`"${status}"`)));
  ask.holds("its statuses are the documented ones", unknown.length === 0, unknown, RULINGS.statuses);
  if (revision === "R1") {
    ask.holds("two blocks are decision points", points(waiting.body) === "true,true,false", points(waiting.body));
    const { body } = await ask.send("GET /plan/status");
    const blocks = {
      has_decision_point: is.flag,
      id: is.uuid,
      message: is.text(),
      name: is.text(/^broker-\d$/),
      status: is.text(),
    };
    const phase = { block_count: is.exactly(3), id: is.uuid, name: is.text(/^Update to: /), status: is.text() };
    const anyStage = is.record({ errors: is.list(is.anything), phase_count: is.integer, status: is.text() });
    ask.fits(is.record({ block: is.record(blocks, { reason: RULINGS.reason }), phase: is.record(phase), stage: anyStage }), body);
  }
  const go = async (complete: number) => {
    const answer = await ask.send(control(ask, "continue"));
    expectAnswer(ask, answer, { status: 200, shape: controlled(revision, "continue") });
    const { body } = await ask.until(show(ask), ({ body }) => completeSteps(body, revision) === complete);
    return body;
  };
  await go(1);
  const second = await ask.until(show(ask), ({ text }) => /"status":"(Waiting|WAITING)"/.test(text));
  ask.holds("continuing goes on with one broker, and waits again", completeSteps(second.body, revision) === 1, second.body);
  await ask.send(control(ask, "continue"));
  await ask.until(show(ask), ({ body }) => !/^(waiting|pending)$/i.test(steps(body, revision)[1]?.status ?? "waiting"));
  const interrupted = await ask.send(control(ask, "interrupt"));
  expectAnswer(ask, interrupted, { status: 200, shape: controlled(revision, "interrupt") });
  const held = await ask.until(show(ask), ({ body }) => completeSteps(body, revision) === 2);
  ask.holds("interrupting pauses after the current broker", completeSteps(held.body, revision) === 2, held.body);
  const idle = await ask.until(show(ask), ({ text }) => /"status":"(Waiting|WAITING)"/.test(text));
  ask.holds("the plan then waits for an operator", idle.status === incomplete(ask), idle.status);
  await go(3);
  const done = await ask.until(show(ask), ({ status }) => status === 200);
  ask.holds("continuing resumes at the next pending broker", completeSteps(done.body, revision) === 3, done.body);
}

function points(it: unknown): string {
  return steps(it, "R1")
    .map(({ hasDecisionPoint }) => String(hasDecisionPoint))
    .join();
}

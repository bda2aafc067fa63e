import { type Asking, endpoint, expectAnswer, type Row } from "./read.ts";
import { RULINGS } from "./rulings.ts";
import * as is from "./shape.ts";
import { authentication } from "./shared.ts";

const W1 = ["W1"];
const started = is.record({ status: is.exactly("started"), message: is.exactly("") });
const nodes = is.record({ nodes: is.list(is.address) });
const status = is.exactly("COMPLETE");
const step = is.record(
  { id: is.uuid, name: is.text(), status, message: is.text() },
  { reason: RULINGS.reason, started_at: RULINGS.times, completed_at: RULINGS.times },
);
const further = { strategy: RULINGS.strategy, started_at: RULINGS.times, completed_at: RULINGS.times };
const phase = is.record({ id: is.uuid, name: is.text(), status, steps: is.list(step) }, further);
const plan = is.record({ phases: is.list(phase), errors: is.list(is.anything), status }, further);

const maintenance: readonly (readonly [string, unknown])[] = [
  ["cluster-wide", { nodes: ["*"] }],
  ["one node", { nodes: ["0"] }],
  ["one node by its id", { nodes: ["node-1"] }],
  ["a key space", { nodes: ["*"], key_spaces: ["demo"] }],
  ["a column family", { nodes: ["*"], key_spaces: ["demo"], column_families: ["users"] }],
];
const backup = (name: string) => ({
  backup_name: name,
  external_location: "s3://documents",
  s3_access_key: "ACCESS",
  s3_secret_key: "SECRET",
});

/** Each field of a request must be there, and have its type. */
function fields(path: string, whole: Readonly<Record<string, unknown>>, names: readonly string[]): Row {
  return {
    at: `Resources, ${path}: fields`,
    revisions: W1,
    async run(ask) {
      for (const name of names) {
        const { [name]: _, ...without } = whole;
        const missing = await ask.send(`PUT ${path}`, without);
        ask.holds(`a request without ${name} is refused`, missing.status === 400, missing.status);
        const wrong = await ask.send(`PUT ${path}`, { ...whole, [name]: 7 });
        ask.holds(`a request whose ${name} is a number is refused`, wrong.status === 400, wrong.status);
      }
    },
  };
}

async function installing(ask: Asking): Promise<void> {
  await ask.quiet();
  await ask.deploy({ settings: { NODE_MEM: 768 } });
  const first = await ask.send("GET /plan");
  ask.holds("the plan shows a rollout", first.status === 202, first.status);
  const paused = await ask.send("POST /plan?cmd=interrupt");
  expectAnswer(ask, paused, { status: 200, shape: is.record({ message: is.text(/interrupt/) }) });
  const waiting = await ask.until("GET /plan", ({ text }) => /"status":"WAITING"/.test(text));
  ask.holds("the plan waits for an operator after the node that is being installed", waiting.status === 202, waiting.status);
  const complete = waiting.text.match(/"message":"node-\d is COMPLETE"/g)?.length ?? 0;
  const all = waiting.text.match(/"message":"node-\d is \w+"/g)?.length ?? 0;
  ask.holds("before all nodes are done", complete < all, complete);
  const again = await ask.send("PUT /plan?cmd=proceed");
  expectAnswer(ask, again, { status: 200, shape: is.record({ message: is.text(/proceed/) }) });
  await ask.until("GET /plan", ({ status }) => status === 200);
  ask.holds("resuming ends the installation", true);
}

export const wideColumnRows: readonly Row[] = [
  ...authentication("/plan", W1),
  endpoint("Endpoints: GET /plan", W1, "GET /plan", {
    status: 200,
    shape: is.both(
      plan,
      is.rule("proceeds node by node", ({ phases }: { phases: { name: string; steps: { name: string }[] }[] }) =>
        phases.some(({ steps }) => steps.length > 1 && steps.every(({ name }, at) => name === `node-${at}`)),
      ),
    ),
  }),
  ...["/connection", "//NAME/v1/connection"].map((path) =>
    endpoint(`Endpoints: GET ${path}`, W1, async ({ service }) => `GET ${path.replace("NAME", service)}`, {
      status: 200,
      shape: is.both(
        nodes,
        is.rule("has several nodes", (it: { nodes: string[] }) => it.nodes.length > 1),
      ),
    }),
  ),
  ...["POST /plan?cmd=interrupt", "PUT /plan?cmd=proceed"].map((request) =>
    endpoint(`Endpoints: ${request}`, W1, request, { status: [200, 208], shape: is.record({ message: is.text() }) }),
  ),
  ...["0", "1", "node-0"].flatMap((node) => [
    endpoint(`Endpoints: GET /nodes/${node}/status`, W1, `GET /nodes/${node}/status`, {
      status: 200,
      shape: is.both(
        is.object,
        is.rule("has its mode", ({ mode }: { mode: string }) => mode === "NORMAL"),
      ),
    }),
    endpoint(`Endpoints: GET /nodes/${node}/info`, W1, `GET /nodes/${node}/info`, {
      status: 200,
      shape: is.both(
        is.object,
        is.rule("has its name", ({ name }: { name: string }) => name === `node-${node.replace("node-", "")}`),
      ),
    }),
  ]),
  ...["cleanup", "repair"].flatMap((work) => [
    ...maintenance.map(([what, body]) =>
      endpoint(`Endpoints: PUT /${work}/start, ${what}`, W1, `PUT /${work}/start`, {
        status: 200,
        body,
        shape: started,
      }),
    ),
    fields(`/${work}/start`, { nodes: ["*"] }, ["nodes"]),
    endpoint(`Resources, Maintenance request: key_spaces of ${work}`, W1, `PUT /${work}/start`, {
      status: 400,
      body: { nodes: ["*"], key_spaces: "demo" },
    }),
    endpoint(`Resources, Maintenance request: column_families of ${work}`, W1, `PUT /${work}/start`, {
      status: 400,
      body: { nodes: ["*"], column_families: 7 },
    }),
  ]),
  fields("/backup/start", backup("none"), Object.keys(backup("none"))),
  fields("/restore/start", backup("none"), Object.keys(backup("none"))),
  endpoint("Endpoints: GET /restore/status before a restore", W1, "GET /restore/status", {
    status: 200,
    shape: is.record({ status: is.text(), message: is.text() }),
  }),
  endpoint("Endpoints: PUT /backup/start", W1, "PUT /backup/start", {
    status: 200,
    body: backup("documents"),
    shape: started,
  }),
  {
    at: "Endpoints: PUT /restore/start",
    revisions: W1,
    async run(ask) {
      await ask.quiet();
      await ask.prepare?.();
      expectAnswer(ask, await ask.send("PUT /restore/start", backup("documents")), { status: 200, shape: started });
      const { body } = await ask.until("GET /restore/status", ({ body }) => (body as { status: string }).status !== "running");
      ask.fits(is.record({ status: is.exactly("complete"), message: is.exactly("") }), body);
    },
  },
  { at: "States and transitions, 1 and 2", revisions: W1, run: installing },
];

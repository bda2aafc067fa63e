import { nodeInfo } from "./node-info.ts";
import { type Asking, endpoint, expectAnswer, type Row } from "./read.ts";
import { RULINGS } from "./rulings.ts";
import * as is from "./shape.ts";
import { authentication, configurationRows, controlRows, namedPlanRows, nodeRows, otherRevisions } from "./shared.ts";

const BOTH = ["V1", "V2"];
const TYPES = ["journal", "name", "fc", "data"];
const NODES = ["data-0", "data-1", "data-2", "fc-0", "fc-1", "journal-0", "journal-1", "journal-2", "name-0", "name-1"];
const status = is.exactly("COMPLETE");
const further = { strategy: RULINGS.strategy, started_at: RULINGS.times, completed_at: RULINGS.times };
const step = is.record(
  {
    id: is.uuid,
    name: is.text(/^((data|fc|journal|name)-\d+|Reconciliation)$/),
    status,
    message: is.text(/^(\w+-\d+|Reconciliation) is COMPLETE$/),
  },
  { reason: RULINGS.reason, started_at: RULINGS.times, completed_at: RULINGS.times },
);
const phase = is.record({ id: is.uuid, name: is.text(), status, steps: is.list(step) }, further);
const plan = is.record({ phases: is.list(phase), errors: is.list(is.anything), status }, further);

// The target configuration
interface Pod {
  readonly type: string;
  readonly count: number;
  readonly "task-specs": readonly Spec[];
  readonly "placement-rule": { readonly rules: readonly { readonly type: string }[] };
}
interface Spec {
  readonly name: string;
  readonly goal: string;
  readonly "resource-set": {
    readonly "resource-specifications": readonly { name: string; value: Value; "port-specs"?: readonly Port[] }[];
    readonly "volume-specifications": readonly { value: Value }[];
  };
  readonly "readiness-check-spec": unknown;
  readonly "config-files": readonly { readonly name: string; readonly "template-content": string }[];
}
interface Value {
  readonly scalar: { readonly value: number } | null;
}
interface Port {
  readonly "port-name": string;
  readonly value: { readonly ranges: { readonly range: readonly { readonly begin: number }[] } };
}
const value = is.record({
  type: is.exactly("SCALAR", "RANGES"),
  scalar: is.nullable(is.record({ value: is.number })),
  ranges: is.nullable(is.record({ range: is.list(is.record({ begin: is.integer, end: is.integer })) })),
  set: is.nullable(is.anything),
  text: is.nullable(is.anything),
});
const common = { name: is.text(), value, role: is.text(), principal: is.text(), envKey: is.nullable(is.text()) };
const portSpec = is.record({ "@type": is.exactly("PortSpec"), "port-name": is.text(), ...common });
const resource: is.Shape = (it, at, note) => {
  const isPorts = is.isRecord(it) && it.name === "ports";
  const type = is.exactly(isPorts ? "PortsSpec" : "DefaultResourceSpec");
  is.record({ "@type": type, ...common, ...(isPorts && { "port-specs": is.list(portSpec) }) })(it, at, note);
};
const volume = is.record({
  "@type": is.exactly("DefaultVolumeSpec"),
  type: is.exactly("ROOT"),
  "container-path": is.text(/./),
  name: is.exactly("disk"),
  value,
  role: is.text(),
  principal: is.text(),
  envKey: is.exactly("DISK_SIZE"),
});
const environment: is.Shape = is.both(
  is.object,
  is.rule("is of string to string", (it: object) => Object.values(it).every((each) => typeof each === "string")),
);
const readiness = is.record({ command: is.text(/./), delay: is.number, interval: is.number, timeout: is.number });
const file = is.record({
  name: is.exactly("core-site", "fs-site", "hadoop-metrics2", "fs-bootstrap-site"),
  "relative-path": is.text(/./),
  "template-content": is.both(is.text(/./), is.rule("has balanced sections", balanced)),
});
const task = is.both(
  is.record({
    name: is.exactly("node", "format", "bootstrap"),
    goal: is.exactly("RUNNING", "FINISHED"),
    "resource-set": is.record({
      id: is.text(/./),
      "resource-specifications": is.list(resource),
      "volume-specifications": is.list(volume),
      role: is.text(),
      principal: is.text(),
    }),
    "command-spec": is.record({ value: is.text(/./), environment }),
    "health-check-spec": is.nullable(is.object),
    "readiness-check-spec": is.nullable(readiness),
    "config-files": is.list(file),
  }),
  is.rule("its goal follows from its name", ({ name, goal }: Spec) => goal === (name === "node" ? "RUNNING" : "FINISHED")),
  is.rule(
    "a bootstrap has its own file-system file",
    ({ name, "config-files": files }: Spec) => (name === "bootstrap") === files.some((each) => each.name === "fs-bootstrap-site"),
  ),
);
const placement = is.record({
  "@type": is.exactly("AndRule"),
  rules: is.list(
    is.record({
      "@type": is.exactly("TaskTypeRule"),
      type: is.exactly(...TYPES),
      converter: is.record({ "@type": is.exactly("TaskTypeLabelConverter") }),
      behavior: is.exactly("AVOID"),
    }),
    2,
  ),
});
const pod = is.both(
  is.record({
    type: is.exactly(...TYPES),
    user: is.nullable(is.text()),
    count: is.integer,
    container: is.anything,
    uris: is.list(is.text()),
    "task-specs": is.list(task),
    "placement-rule": placement,
  }),
  is.rule(
    "avoids its own type and another",
    ({ type, "placement-rule": { rules } }: Pod) => rules.some((each) => each.type === type) && rules.some((each) => each.type !== type),
  ),
);
const ofType = (pods: readonly Pod[], type: string) => pods.find((each) => each.type === type);
const tasks = (pods: readonly Pod[], type: string) => (ofType(pods, type)?.["task-specs"] ?? []).map(({ name }) => name);
const COUNTS = { journal: 3, name: 2, fc: 2 };
const PORTS = { "journal-rpc": 8485, "journal-http": 8480, "name-rpc": 9001, "name-http": 9002 };

const target = is.record({
  name: is.text(/./),
  role: is.text(),
  principal: is.text(),
  "api-port": is.integer,
  "web-url": is.nullable(is.text()),
  coordinator: is.text(/^[\w.-]+:\d+(,[\w.-]+:\d+)*$/),
  "pod-specs": is.both(
    is.list(pod),
    ...Object.entries(COUNTS).map(([type, count]) =>
      is.rule(`has ${count} of ${type}`, (pods: Pod[]) => ofType(pods, type)?.count === count),
    ),
    ...TYPES.map((type) => is.rule(`${type} has a node task`, (pods: Pod[]) => tasks(pods, type).includes("node"))),
    ...["name", "fc"].map((type) => is.rule(`${type} has a format task`, (pods: Pod[]) => tasks(pods, type).includes("format"))),
    is.rule("the name type has three tasks", (pods: Pod[]) => tasks(pods, "name").length === 3),
    is.rule(
      "name nodes have a readiness check",
      (pods: Pod[]) => ofType(pods, "name")?.["task-specs"].find(({ name }) => name === "node")?.["readiness-check-spec"] !== null,
    ),
    ...Object.entries(PORTS).map(([name, port]) => is.rule(`the port ${name} is ${port}`, (pods: Pod[]) => portOf(pods, name) === port)),
    is.rule("fc has no ports and no volume", (pods: Pod[]) =>
      (ofType(pods, "fc")?.["task-specs"] ?? []).every(
        ({ "resource-set": set }) =>
          set["volume-specifications"].length === 0 && set["resource-specifications"].every(({ name }) => name !== "ports"),
      ),
    ),
  ),
});

/** The sizes that the document shows; they are what a definition without sizes means. */
const sizes = is.rule("has 0.3 cpus, 512 of memory and a disk of 5000", ({ "pod-specs": pods }: { "pod-specs": Pod[] }) =>
  pods.every(({ "task-specs": specs }) =>
    specs.every(({ "resource-set": set }) => {
      const scalar = (name: string) => set["resource-specifications"].find((each) => each.name === name)?.value.scalar?.value;
      const disks = set["volume-specifications"].map(({ value: { scalar } }) => scalar?.value);
      return scalar("cpus") === 0.3 && scalar("mem") === 512 && disks.every((disk) => disk === 5000);
    }),
  ),
);

function portOf(pods: readonly Pod[], wanted: string): number | undefined {
  const specs = pods.flatMap((each) => each["task-specs"]);
  const sets = specs.flatMap((each) => each["resource-set"]["resource-specifications"]);
  const port = sets.flatMap((each) => each["port-specs"] ?? []).find((each) => each["port-name"] === wanted);
  return port?.value.ranges.range[0]?.begin;
}

const VARIABLES = [
  ..."FRAMEWORK_NAME POD_INSTANCE_INDEX TASK_NAME TASK_USER MESOS_SANDBOX STATSD_UDP_HOST STATSD_UDP_PORT".split(" "),
  ..."JOURNAL_NODE_RPC_PORT JOURNAL_NODE_HTTP_PORT NAME_NODE_RPC_PORT NAME_NODE_HTTP_PORT".split(" "),
  ..."DATA_NODE_RPC_PORT DATA_NODE_HTTP_PORT DATA_NODE_IPC_PORT NAME_NODE_HANDLER_COUNT".split(" "),
  ..."DATA_NODE_HANDLER_COUNT PERMISSIONS_ENABLED IMAGE_COMPRESS HA_AUTOMATIC_FAILURE HA_FENCING_METHODS".split(" "),
];
const FLAGS = ["NAMENODE", "JOURNALNODE", "DATANODE", "SECURE_MODE"];
const DOCUMENTED = new Set([...VARIABLES, ...FLAGS]);

/** Variables that the document does not name, but describes: of the property table, and of tickets. */
const DESCRIBED = /^(NAME_NODE|DATA_NODE|CLIENT|IMAGE|HA|DOMAIN|KERBEROS)_(?!\d)[A-Z_]+$/;

function balanced(content: string): boolean {
  const open: string[] = [];
  for (const [, kind, name = ""] of content.matchAll(/\{\{([#/^])(\w+)\}\}/g)) {
    if (kind !== "/") open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

async function templates(ask: Asking): Promise<void> {
  const { body } = await ask.send("GET /configurations/target");
  const pods = (body as { "pod-specs": Pod[] })["pod-specs"];
  const contents = pods
    .flatMap((each) => each["task-specs"].flatMap((spec) => spec["config-files"]))
    .map((each) => each["template-content"]);
  const all = contents.join("\n");
  for (const name of VARIABLES) ask.holds(`a template refers to ${name}`, all.includes(`{{${name}}}`));
  for (const flag of FLAGS) ask.holds(`a template has the section ${flag}`, all.includes(`{{#${flag}}}`));
  const secure = /\{\{#SECURE_MODE\}\}[\s\S]*?\{\{\/SECURE_MODE\}\}/g;
  const within = (all.match(secure) ?? []).join("");
  ask.holds("SECURE_MODE has variables for a primary name and a realm", /PRIMARY\}\}[\s\S]*REALM\}\}/.test(within));
  const names = [...all.matchAll(/\{\{[#/^]?(\w+)\}\}/g)].map(([, name = ""]) => name);
  const others = [...new Set(names.filter((name) => !DOCUMENTED.has(name) && !DESCRIBED.test(name)))];
  ask.holds("templates refer to no other variables", others.length === 0, others, RULINGS.variables);
  const files = new Set(pods.flatMap((each) => each["task-specs"].flatMap((spec) => spec["config-files"])).map(({ name }) => name));
  for (const name of ["core-site", "fs-site", "hadoop-metrics2", "fs-bootstrap-site"]) {
    ask.holds(`there is a file ${name}`, files.has(name));
  }
}

// The client's documents. The table is `[property, value]`; in both, NS is the name service and NN each name node.
const hostPort = /^[\w.-]+:\d+$/;
const own = (port: number) => new RegExp(`^0\\.0\\.0\\.0:${port}$`);
const FS_SITE: readonly (readonly [string, RegExp])[] = [
  ["dfs.nameservice.id", /^NS$/],
  ["dfs.nameservices", /^NS$/],
  ["dfs.ha.namenodes.NS", /^[\w-]+,[\w-]+$/],
  ["dfs.namenode.shared.edits.dir", /^qjournal:\/\/([\w.-]+:\d+;){2}[\w.-]+:\d+\/NS$/],
  ["dfs.namenode.name.dir", /^\/./],
  ["dfs.namenode.safemode.threshold-pct", /^0\.9$/],
  ["dfs.namenode.heartbeat.recheck-interval", /^60000$/],
  ["dfs.namenode.handler.count", /^20$/],
  ["dfs.namenode.invalidate.work.pct.per.iteration", /^0\.95$/],
  ["dfs.namenode.replication.work.multiplier.per.iteration", /^4$/],
  ["dfs.namenode.datanode.registration.ip-hostname-check", /^false$/],
  ["dfs.namenode.rpc-address.NS.NN", hostPort],
  ["dfs.namenode.rpc-bind-host.NS.NN", /^0\.0\.0\.0$/],
  ["dfs.namenode.http-address.NS.NN", hostPort],
  ["dfs.namenode.http-bind-host.NS.NN", /^0\.0\.0\.0$/],
  ["dfs.namenode.rpc-address.NS.NN", /:9001$/],
  ["dfs.namenode.http-address.NS.NN", /:9002$/],
  ["dfs.journalnode.rpc-address", own(8485)],
  ["dfs.journalnode.http-address", own(8480)],
  ["dfs.journalnode.edits.dir", /^\/./],
  ["dfs.datanode.address", own(9003)],
  ["dfs.datanode.http.address", own(9004)],
  ["dfs.datanode.ipc.address", own(9005)],
  ["dfs.datanode.data.dir", /^\/./],
  ["dfs.datanode.balance.bandwidthPerSec", /^41943040$/],
  ["dfs.datanode.handler.count", /^10$/],
  ["ha.zookeeper.quorum", /^[\w.-]+:\d+(,[\w.-]+:\d+)*$/],
  ["dfs.ha.fencing.methods", /^shell\(.+\)$/],
  ["dfs.ha.automatic-failover.enabled", /^true$/],
  ["dfs.image.compress", /^true$/],
  ["dfs.image.compression.codec", /^[\w.]+Codec$/],
  ["dfs.client.read.shortcircuit", /^true$/],
  ["dfs.client.read.shortcircuit.streams.cache.size", /^1000$/],
  ["dfs.client.read.shortcircuit.streams.cache.size.expiry.ms", /^1000$/],
  ["dfs.client.failover.proxy.provider.NS", /^[\w.]+Provider$/],
  ["dfs.domain.socket.path", /^\/./],
  ["dfs.permissions.enabled", /^false$/],
];
const CORE_SITE: readonly (readonly [string, RegExp])[] = [
  ["fs.default.name", /^hdfs:\/\/NS$/],
  ...["hue", "root", "httpfs"].flatMap((user) => ["hosts", "groups"].map((part) => [`hadoop.proxyuser.${user}.${part}`, /^\*$/] as const)),
  ["ha.zookeeper.parent-znode", /^\/./],
];

/** Reads a document as strictly as the documents print it: one root with properties, each of a name and a value. */
async function site(ask: Asking, path: string, table: readonly (readonly [string, RegExp])[]): Promise<void> {
  await ask.quiet();
  const answer = await ask.send(`GET ${path}`);
  expectAnswer(ask, answer, { status: 200, type: /xml/, shape: is.text(/^<\?xml/) });
  const property = /<property>\s*<name>([^<]*)<\/name>\s*<value>([^<]*)<\/value>\s*<\/property>/g;
  const rest = answer.text
    .replaceAll(property, "")
    .replaceAll(/<\?[\s\S]*?\?>/g, "")
    .replaceAll(/\s/g, "");
  ask.holds("its root is configuration, with properties of a name and a value", rest === "<configuration></configuration>", rest);
  const found = [...answer.text.matchAll(property)].map(([, name = "", content = ""]) => [name, content] as const);
  ask.holds("no property occurs twice", new Set(found.map(([name]) => name)).size === found.length);
  const values = new Map(found);
  const service = values.get("dfs.nameservices") ?? ask.service;
  const nameNodes = (values.get(`dfs.ha.namenodes.${service}`) ?? "name-0-node,name-1-node").split(",");
  const expected = new Set<string>();
  for (const [name, pattern] of table) {
    const full = name.replace("NS", service);
    for (const each of full.endsWith(".NN") ? nameNodes.map((node) => full.replace("NN", node)) : [full]) {
      expected.add(each);
      const seen = values.get(each)?.replaceAll(new RegExp(`\\b${service}\\b`, "g"), "NS");
      const ruling = rulingFor(ask, each);
      ask.holds(`${name} is like ${pattern.source}`, seen !== undefined && pattern.test(seen), seen, ruling);
    }
  }
  const others = [...values.keys()].filter((name) => !expected.has(name));
  ask.holds("has no other properties", others.length === 0, others, ask.engine === "simulated" ? undefined : RULINGS.clientProperties);
}

/** Ports and settings of a real file system are as its definition and its machine require. */
function rulingFor({ engine }: Asking, name: string): string | undefined {
  if (engine === "simulated") return undefined;
  if (/address/.test(name)) return RULINGS.ports;
  return name === "dfs.permissions.enabled" ? RULINGS.closedDefaults : undefined;
}

async function update(ask: Asking): Promise<void> {
  const { text } = await ask.send("GET /configurations/target");
  await ask.deploy({ settings: { DATA_NODE_HANDLER_COUNT: /DATA_NODE_HANDLER_COUNT":"10"/.test(text) ? 11 : 10 } });
}

async function pausing(ask: Asking): Promise<void> {
  await ask.quiet();
  await update(ask);
  const running = await ask.send("GET /plans/deploy");
  ask.holds("a rollout is answered with its plan", running.status === 202, running.status);
  const control = is.record({ message: is.text(/Received cmd: (interrupt|continue)/) });
  expectAnswer(ask, await ask.send("POST /plans/deploy/interrupt"), { status: 200, shape: control });
  const waiting = await ask.until(
    "GET /plans/deploy",
    ({ text }) => /"status":"WAITING"/.test(text) && !/ is (STARTING|IN_PROGRESS|STARTED)"/.test(text),
  );
  ask.holds("the plan waits for an operator after the current node", waiting.status === 202, waiting.status);
  expectAnswer(ask, await ask.send("PUT /plans/deploy/continue"), { status: 200, shape: control });
  await ask.until("GET /plans/deploy", ({ status }) => status === 200);
  ask.holds("resuming proceeds at the next pending node", true);
  await ask.deploy({});
}

const nodes = (revisions: readonly string[], path: string, pause: boolean) =>
  nodeRows(revisions, path, { node: "data-1", all: NODES, info: nodeInfo("\\w+", TYPES), pause });

export const fileSystemRows: readonly Row[] = [
  ...authentication("/configurations/target", BOTH),
  ...namedPlanRows(["V1"], "/pod", plan),
  endpoint("Endpoints, V2: GET /plans/deploy", ["V2"], "GET /plans/deploy", { status: 200, shape: plan }),
  ...controlRows(["V2"]),
  ...nodes(["V1"], "/pod", true),
  ...nodes(["V2"], "/pods", false),
  endpoint("Endpoints: GET /configurations/target", BOTH, "GET /configurations/target", { status: 200, shape: target }),
  {
    at: "Resources, Target configuration: sizes",
    revisions: BOTH,
    async run(ask) {
      if (ask.engine === "simulated") ask.fits(sizes, (await ask.send("GET /configurations/target")).body);
    },
  },
  { at: "Resources, Target configuration: templates", revisions: BOTH, run: templates },
  ...configurationRows(["V1"], target, update),
  ...(
    [
      ["fs-site", FS_SITE],
      ["core-site", CORE_SITE],
    ] as const
  ).map(
    ([name, table]): Row => ({
      at: `Resources, Client configuration documents: ${name}.xml`,
      revisions: ["V2"],
      run: (ask) => site(ask, `/endpoints/${name}.xml`, table),
    }),
  ),
  { at: "States and transitions, 2", revisions: BOTH, run: pausing },
  ...otherRevisions([
    [["V1"], "GET /pods"],
    [["V1"], "GET /endpoints/fs-site.xml"],
    [["V1"], "GET /pods/name-0/info"],
    [["V2"], "GET /pod"],
    [["V2"], "GET /configurations"],
    [["V2"], "GET /pod/name-0/info"],
    [["V2"], "POST /pod/name-0/pause"],
    [["V2"], "POST /pods/name-0/pause"],
  ]),
];

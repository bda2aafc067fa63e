/** A row of an endpoint table in one of the API documents. */
export interface DocumentedRow {
  readonly api: "broker" | "wide-column" | "file-system";
  /** The revisions to which the row applies. */
  readonly revisions: readonly string[];
  /** The methods of the row: "POST and GET" is one row with two methods. */
  readonly methods: readonly string[];
  /** The path below `{base_url}/service/{service_name}/v1`. One row is printed with its own base. */
  readonly path: string;
  /** The query parameters as printed: with a value if the value is fixed, otherwise with the name alone. */
  readonly query: string;
}

const ALL = ["R1", "R2", "R3"];
const EARLY = ["R1", "R2"];

const broker: readonly [readonly string[], string, string?][] = [
  [EARLY, "GET /connection"],
  [EARLY, "GET /brokers"],
  [EARLY, "PUT /brokers/{broker_id}"],
  [EARLY, "PUT /brokers/{broker_id}", "replace=true"],
  [ALL, "GET /topics"],
  [ALL, "POST+GET /topics/{topic}"],
  [EARLY, "POST /topics", "name=&partitions=&replication="],
  [["R3"], "POST /topics/{topic}", "partitions=&replication="],
  [ALL, "GET /topics/{topic}/offsets", "time="],
  [ALL, "PUT /topics/{topic}", "operation=partitions&partitions="],
  [ALL, "PUT /topics/{topic}", "operation=producer-test&messages="],
  [ALL, "DELETE /topics/{topic}"],
  [ALL, "GET /topics/under_replicated_partitions"],
  [ALL, "GET /topics/unavailable_partitions"],
  [ALL, "GET /configurations"],
  [ALL, "GET /configurations/{config_id}"],
  [ALL, "GET /configurations/target"],
  [EARLY, "GET /plan"],
  [["R1"], "GET /plan/status"],
  [EARLY, "GET /plan/continue"],
  [EARLY, "GET /plan/interrupt"],
  [["R1"], "GET /plan/forceComplete"],
  [["R1"], "GET /plan/restart"],
  [["R3"], "GET /plans"],
  [["R3"], "GET /plans/{plan}"],
  [["R3"], "POST /plans/deploy/interrupt"],
  [["R3"], "PUT /plans/deploy/continue"],
  [["R3"], "GET /pod"],
  [["R3"], "GET /pod/{node_id}/info"],
  [["R3"], "POST /pod/{node_id}/replace"],
  [["R3"], "POST /pod/{node_id}/restart"],
  [["R3"], "POST /pod/{node_id}/pause"],
];

const wideColumn: readonly [string, string?][] = [
  ["GET /plan"],
  ["GET {base_url}/{service_name}/v1/connection"],
  ["POST /plan", "cmd=interrupt"],
  ["PUT /plan", "cmd=proceed"],
  ["GET /nodes/{node_number}/status"],
  ["GET /nodes/{node_number}/info"],
  ["PUT /cleanup/start"],
  ["PUT /repair/start"],
  ["PUT /backup/start"],
  ["PUT /restore/start"],
  ["GET /restore/status"],
];

const fileSystem: readonly [string, string][] = [
  ["V1", "GET /plans"],
  ["V1", "GET /plans/{plan}"],
  ["V1", "POST /plans/deploy/interrupt"],
  ["V1", "PUT /plans/deploy/continue"],
  ["V1", "GET /pod"],
  ["V1", "GET /pod/{node_id}/info"],
  ["V1", "POST /pod/{node_id}/replace"],
  ["V1", "POST /pod/{node_id}/restart"],
  ["V1", "POST /pod/{node_id}/pause"],
  ["V1", "GET /configurations/target"],
  ["V1", "GET /configurations"],
  ["V1", "GET /configurations/{config_id}"],
  ["V2", "GET /plans/deploy"],
  ["V2", "POST /plans/deploy/interrupt"],
  ["V2", "PUT /plans/deploy/continue"],
  ["V2", "GET /endpoints/fs-site.xml"],
  ["V2", "GET /endpoints/core-site.xml"],
  ["V2", "GET /pods"],
  ["V2", "GET /pods/{node_id}/info"],
  ["V2", "POST /pods/{node_id}/replace"],
  ["V2", "POST /pods/{node_id}/restart"],
  ["V2", "GET /configurations/target"],
];

/** Every endpoint row of the three API documents. The list is written independently of the contract, so that tests can compare the two. */
export const documentedRows: readonly DocumentedRow[] = [
  ...broker.map(([revisions, line, query]) => row("broker", revisions, line, query)),
  ...wideColumn.map(([line, query]) => row("wide-column", ["W1"], line, query)),
  ...fileSystem.map(([revision, line]) => row("file-system", [revision], line)),
];

function row(api: DocumentedRow["api"], revisions: readonly string[], line: string, query = ""): DocumentedRow {
  const [methods = "", path = ""] = line.split(" ");
  return { api, revisions, methods: methods.split("+"), path, query };
}

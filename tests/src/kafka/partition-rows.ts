/** A request about partitions, with the expected answer. The requests are sent in the order of the list. */
export interface PartitionRow {
  readonly method: string;
  /** The path below `/reeve/v1/services/{instance}`. */
  readonly path: string;
  /** The expected status, which is the same in every revision. */
  readonly status: number;
  /** Whether the request is sent while partitions are moving. Any other request is sent when no plan is running. */
  readonly meanwhile?: true;
}

/** The topic of all requests, which has three partitions with two replicas each, on three brokers. */
export const MOVED = "moved";

const rows: readonly string[] = [
  "200 GET /partitions",
  `200 GET /partitions?topics=${MOVED}`,
  "200 GET /partitions?brokers=0,broker-1",
  "200 GET /partitions?only=moving",
  "200 GET /partitions?only=under-replicated",
  "404 GET /partitions?topics=nothing",
  "404 GET /partitions?brokers=9",
  "400 GET /partitions?only=elsewhere",
  "400 GET /partitions?everything=yes",
  "200 GET /partitions/proposal",
  `200 GET /partitions/proposal?topics=${MOVED}&throttle=none`,
  `200 GET /partitions/proposal?topics=${MOVED}&away_from=broker-2`,
  `200 GET /partitions/proposal?topics=${MOVED}&to=new`,
  "400 GET /partitions/proposal?throttle=fast",
  "400 GET /partitions/proposal?to=new&away_from=1",
  "404 GET /partitions/proposal?topics=nothing",
  "404 GET /partitions/proposal?away_from=9",
  `409 GET /partitions/proposal?topics=${MOVED}&away_from=0,1`,
  `409 POST /partitions/balance?topics=${MOVED}&away_from=0,1`,
  "400 POST /partitions/balance?throttle=0MB/s",
  "404 POST /partitions/elect-leaders?topics=nothing",
  `200 GET /partitions/assignment?topic=${MOVED}&numbers=0&replicas=2,broker-1`,
  "404 GET /partitions/assignment?topic=nothing&replicas=0,1",
  `404 GET /partitions/assignment?topic=${MOVED}&replicas=7,8`,
  `404 GET /partitions/assignment?topic=${MOVED}&numbers=9&replicas=0,1`,
  `400 POST /partitions/assign?topic=${MOVED}&replicas=1,1`,
  `200 GET /topics?topics=${MOVED}`,
  "404 GET /topics?topics=nothing",
  `200 GET /topics/${MOVED}/settings`,
  "404 GET /topics/nothing/settings",
  "404 GET /groups/nothing",
  "404 GET /groups/nothing/reset?to=last",
  "404 POST /groups/nothing/reset?to=last",
  "400 POST /groups/nothing/reset?to=last&by=1",
  "404 DELETE /groups/nothing",
  `200 GET /topics/${MOVED}/replication?copies=3`,
  `400 GET /topics/${MOVED}/replication?copies=9`,
  `400 POST /topics/${MOVED}/replication?copies=0`,
  "404 POST /topics/nothing/replication?copies=2",
  `200 POST /topics/${MOVED}/replication?copies=3&throttle=none`,
  "200 GET /plans/partitions",
  "208 POST /plans/partitions/continue",
  "208 POST /plans/partitions/interrupt",
  "208 POST /plans/partitions/stop",
  `200 POST /topics/${MOVED}/replication?copies=2&throttle=none`,
  `202 POST /partitions/elect-leaders?topics=${MOVED}`,
  `200 POST /partitions/balance?topics=${MOVED}&throttle=none`,
  `200 POST /partitions/balance?topics=${MOVED}&away_from=2&throttle=1B/s`,
  "202 GET /plans/partitions meanwhile",
  `200 GET /partitions?topics=${MOVED} meanwhile`,
  "409 POST /partitions/balance?throttle=none&away_from=1 meanwhile",
  `409 POST /topics/${MOVED}/replication?copies=3 meanwhile`,
  "409 POST /partitions/elect-leaders meanwhile",
  "200 POST /plans/partitions/interrupt meanwhile",
  "208 POST /plans/partitions/interrupt meanwhile",
  "200 POST /plans/partitions/continue meanwhile",
  "208 POST /plans/partitions/continue meanwhile",
  "200 POST /plans/partitions/stop meanwhile",
  "208 POST /plans/partitions/stop",
  "200 GET /plans/partitions",
];

export const partitionRows: readonly PartitionRow[] = rows.map((row) => {
  const [status, method = "", path = "", meanwhile] = row.split(" ");
  return { status: Number(status), method, path, ...(meanwhile !== undefined && { meanwhile: true }) };
});

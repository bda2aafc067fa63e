import { type Ending, exitCodes } from "@reeve/terminal";
import type { Section } from "./page.ts";

/** The environment variables, as a section of the manual. */
export const environment: Section = {
  heading: "Environment",
  rows: [
    { term: "REEVE_URL", text: "address of the cluster (--url)" },
    { term: "REEVE_SERVICE", text: "name of the service instance, or pairs such as broker=kafka,file-system=hdfs" },
    { term: "REEVE_REVISION", text: "revision of the service's API, or pairs such as broker=R2" },
    { term: "REEVE_TOKEN", text: "token; it is sent only to REEVE_URL, or to a cluster that a flag or REEVE_PROFILE names" },
    { term: "REEVE_CA", text: "certificate of the cluster's own authority: a file, or its text" },
    { term: "REEVE_PROFILE", text: "profile (--profile)" },
    { term: "REEVE_HOME", text: "folder of profiles, secrets and state; by default the platform's usual one" },
    { term: "REEVE_S3_ACCESS_KEY", text: "access key of the object store, for backup and restore" },
    { term: "REEVE_S3_SECRET_KEY", text: "secret key of the object store, for backup and restore" },
    { term: "NO_COLOR, FORCE_COLOR", text: "never use colours, or always use them" },
    { term: "HTTPS_PROXY, HTTP_PROXY, NO_PROXY", text: "proxy for requests, and the hosts to reach without the proxy" },
  ],
};

/** The files in which Reeve stores data, with the names that `reeve config paths` uses. */
export const files: Section = {
  heading: "Files",
  rows: [
    { term: "profiles", text: "clusters, services and logins, without secrets; reeve config paths shows the folder" },
    { term: "secrets", text: "tokens and passwords; only their owner can read them" },
    { term: ".reeve.json", text: "settings of a project, in the project's folder: only profile, service, revision and output" },
  ],
};

const endings: Readonly<Record<Exclude<Ending, "unwritten">, string>> = {
  done: "done",
  defect: "a defect in reeve, or a result that could not be written",
  changes: "deploy --dry-run, scale --dry-run and definition diff: there are changes; bad input then ends with 1",
  "bad-input": "bad input or usage",
  "not-in-revision": "the revision of the API does not have this operation",
  unauthenticated: "no token, or a token that the server does not accept",
  forbidden: "not allowed",
  "not-found": "not found",
  conflict: "the request conflicts with the current state",
  "server-failure": "the server failed",
  "unexpected-response": "the answer cannot be understood",
  unreachable: "the server cannot be reached",
  "untrusted-certificate": "the server's certificate is not trusted",
  "timed-out": "a request took too long",
  "rollout-failed": "the rollout has failed",
  "still-pending": "the rollout was not complete when --timeout ended",
  cancelled: "interrupted, or not confirmed",
};

/** The exit codes, as a section of the manual. */
export const exitStatus: Section = {
  heading: "Exit status",
  rows: Object.entries(endings).map(([ending, text]) => ({ term: String(exitCodes[ending as Ending]), text })),
};

import {
  type Command,
  type Context,
  dryRun,
  flagOf,
  hasFlag,
  needs,
  notOneOf,
  outputChoiceOf,
  type ParsedArguments,
  readTextFile,
  sameCluster,
  settingsOf,
  urlOf,
  withHint,
  withTransport,
  wordOf,
  writeResult,
} from "@reeve/commands";
import { type HttpMethod, isRecord, isReeveError, ReeveError, type Request, shellWord } from "@reeve/contract";
import { indentedJson, safeLines } from "@reeve/terminal";
import { type CallOptions, isJsonLines, type Response, type Transport } from "@reeve/transport";
import { meaningOf } from "./meaning.ts";

/** Sends a request with the method and path that the user typed. */
export const apiCommand: Command = {
  name: "api",
  summary: "Send any request, with the same credentials, trust and timeouts as other commands",
  about:
    "The path is relative to the address of the cluster. The command never asks for confirmation, and retries only requests that change nothing.",
  examples: [
    "api /service/kafka/v1/topics",
    "api PUT /service/cassandra/v1/cleanup/start --input - < request.json",
    "api GET /service/kafka/v1/plans/deploy --query 'phases[].name'",
  ],
  positionals: [
    {
      name: "method",
      summary: "GET, POST, PUT or DELETE; if only a path is given: POST with --input, otherwise GET",
      required: false,
      offers: { words: ["GET", "POST", "PUT", "DELETE"] },
    },
    { name: "path", summary: "path and query, such as /service/kafka/v1/topics", required: false, offers: { words: [] } },
  ],
  flags: [{ name: "input", takes: "FILE", summary: "JSON to send as the body; - reads it from standard input", offers: { files: true } }],
  effect: "change",
  hasDryRun: true,
  run: sendRequest,
};

const methods: readonly HttpMethod[] = ["GET", "POST", "PUT", "DELETE"];

async function sendRequest(args: ParsedArguments, context: Context): Promise<void> {
  const settings = settingsOf(args, context);
  const request = await requestOf(args, urlOf(settings), context);
  const output = outputChoiceOf(args);
  const { effect, accepts, secrets, verification, verifyAt } = await meaningOf(request, settings);
  // A field counts as secret if an operation declares it so, or if its name looks like that of a secret.
  const isSecret = (name: string) => secrets.has(name) || SECRET_NAME.test(name);
  if (hasFlag(args, "dry-run")) {
    const url = urlOf(settings).replace(/\/+$/, "");
    const sending = { url, hasLogin: settings.login !== undefined, isSecret };
    return writeResult(dryRun(request, sending), output, context.terminal);
  }
  const send = (transport: Transport, options: CallOptions) =>
    transport.send({ request, effect, accepts, verification, secrets: secretsIn(request, isSecret) }, options);
  const answer = await withTransport(args, context, send).catch((thrown) => {
    if (!isReeveError(thrown) || !thrown.mayHaveBeenDone || verifyAt === undefined) throw thrown;
    throw withHint(thrown, `reeve api GET ${shellWord(verifyAt)}${sameCluster(args)} shows whether the change was made.`);
  });
  const { body, text } = withoutSecrets(answer);
  const lines = () => bodyLines(body, text, context.terminal.results.isTerminal());
  const data = isJsonLines(answer.headers.get("content-type") ?? "") ? arrayOf(text) : { body, text };
  await writeResult({ ...data, lines }, output, context.terminal);
}

/** Lines of JSON as one array, for outputs that are one document. */
function arrayOf(text: string): Pick<Response, "body" | "text"> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const array = `[${lines.join(",")}]`;
  try {
    return { body: JSON.parse(array), text: array };
  } catch {
    throw new ReeveError(
      "unexpected-response",
      "the body is declared as lines of JSON, but not all of them are JSON: it may have been cut short",
    );
  }
}

/** Redacts the secrets of the request wherever the server repeats them in its answer. */
function withoutSecrets({ body, text, clean }: Response): Pick<Response, "body" | "text"> {
  const cleaned = clean(text);
  if (cleaned === text) return { body, text };
  try {
    return { body: typeof body === "string" ? clean(body) : JSON.parse(cleaned), text: cleaned };
  } catch {
    return { body: cleaned, text: cleaned };
  }
}

/** The lines of an answer: exactly as received, but indented and with harmful characters escaped on a terminal. */
function bodyLines(body: unknown, text: string, isRead: boolean): readonly string[] {
  if (text === "") return [];
  if (!isRead) return [text.replace(/\n$/, "")];
  return [typeof body === "object" ? indentedJson(text) : safeLines(text)];
}

async function requestOf(args: ParsedArguments, url: string, context: Context): Promise<Request> {
  const first = wordOf(args, "method");
  const [typed, target] = first?.includes("/")
    ? [flagOf(args, "input") === undefined ? "GET" : "POST", first]
    : [first ?? "", wordOf(args, "path")];
  if (target === undefined) throw new ReeveError("bad-input", needs("reeve api", ["<path>"]));
  const method = methods.find((each) => each === typed.toUpperCase());
  if (!method) throw notOneOf("<method>", methods, typed);
  const { path, query } = targetOf(target, url);
  const file = flagOf(args, "input");
  return { method, path, query, ...(file !== undefined && { body: await bodyOf(file, context) }) };
}

/** The path and query relative to the cluster's address. A full URL is accepted if it begins with that address. */
function targetOf(typed: string, url: string): { readonly path: string; readonly query: string } {
  const base = url.replace(/\/+$/, "");
  const target = typed.startsWith(`${base}/`) ? typed.slice(base.length) : typed;
  if (/^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith("//")) {
    throw new ReeveError(
      "bad-input",
      `<path>: ${JSON.stringify(typed)} does not begin with ${base}, the cluster's address; give --url if you want to send your credentials to another server`,
    );
  }
  const [path = "", ...rest] = (target.startsWith("/") ? target : `/${target}`).split("?");
  if (/[\s#\\\p{Cc}]/u.test(target) || /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) {
    throw new ReeveError(
      "bad-input",
      `<path>: ${JSON.stringify(typed)} is not a path: percent-encode blanks and special characters, and leave out . and ..`,
    );
  }
  return { path, query: rest.join("?") };
}

async function bodyOf(file: string, context: Context): Promise<Readonly<Record<string, unknown>>> {
  const text = await readTextFile(file, context);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ReeveError("bad-input", `--input: ${file === "-" ? "standard input" : file} is not JSON`);
  }
  if (isRecord(body)) return body;
  throw new ReeveError("bad-input", "--input: expected a JSON object, because request bodies of these APIs are objects");
}

/** Names of fields that count as secret although no operation declares them, such as the fields of a login and misspelt names. */
const SECRET_NAME = /pass(?:word|wd|phrase)|secret|token|credential|(?:access|private|api)[_-]?key/i;

/** The values of all secret fields in the body and the query of a request. */
export function secretsIn({ body, query }: Request, isSecret: (name: string) => boolean): readonly string[] {
  const inQuery = [...new URLSearchParams(query)].flatMap(([name, value]) => (isSecret(name) ? [value] : []));
  return [...inQuery, ...valuesIn(body, isSecret)].filter((value) => value !== "");
}

function valuesIn(value: unknown, isSecret: (name: string) => boolean): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesIn(each, isSecret));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    if (typeof each === "string") return isSecret(name) ? [each] : [];
    return valuesIn(each, isSecret);
  });
}

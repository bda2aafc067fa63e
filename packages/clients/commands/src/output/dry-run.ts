import { isRecord, type Request } from "@reeve/contract";
import type { Result } from "./result.ts";

const REDACTED = "<redacted>";

/** What a dry run needs to know besides the request. */
interface Sending {
  readonly url: string;
  readonly hasLogin: boolean;
  /** Whether this is the name of a secret field of the body or the query. */
  isSecret(name: string): boolean;
}

/** The exact request that would be sent, with its secrets redacted. */
export function dryRun({ method, path, query, body }: Request, { url, hasLogin, isSecret }: Sending): Result {
  const target = `${url}${path}${query === "" ? "" : `?${queryWithoutSecrets(query, isSecret)}`}`;
  const headers = { ...(hasLogin && { authorization: `token=${REDACTED}` }), ...(body && { "content-type": "application/json" }) };
  const shown = body && withoutSecrets(body, isSecret);
  return {
    body: { method, url: target, headers, ...(shown && { body: shown }) },
    named: [target],
    lines: () => [
      `${method} ${target}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(shown ? ["", JSON.stringify(shown)] : []),
    ],
  };
}

function withoutSecrets(fields: Readonly<Record<string, unknown>> | readonly unknown[], isSecret: Sending["isSecret"]): object {
  // A body that is a list contains names only, so it contains no secret.
  if (Array.isArray(fields)) return fields;
  const shown = (name: string, value: unknown): unknown => {
    if (typeof value === "string") return isSecret(name) ? REDACTED : value;
    if (Array.isArray(value)) return value.map((each) => shown(name, each));
    return isRecord(value) ? withoutSecrets(value, isSecret) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shown(name, value)]));
}

function queryWithoutSecrets(query: string, isSecret: Sending["isSecret"]): string {
  const pairs = query.split("&").map((pair) => {
    const [name = ""] = pair.split("=", 1);
    return pair.includes("=") && isSecret(name) ? `${name}=${REDACTED}` : pair;
  });
  return pairs.join("&");
}

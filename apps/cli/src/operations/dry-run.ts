import type { Request } from "@reeve/contract";
import type { Result } from "../output/result.ts";

const REDACTED = "<redacted>";

/** What of a request must not be shown, and where it would go. */
export interface Sending {
  readonly url: string;
  readonly hasLogin: boolean;
  /** The fields of the body that are secret. */
  readonly secrets: ReadonlySet<string>;
}

/** The request that would be sent, exactly, but for what must not be shown. */
export function dryRun({ method, path, query, body }: Request, { url, hasLogin, secrets }: Sending): Result {
  const target = `${url}${path}${query === "" ? "" : `?${query}`}`;
  const headers = {
    ...(hasLogin && { authorization: `token=${REDACTED}` }),
    ...(body && { "content-type": "application/json" }),
  };
  const shown = body && withoutSecrets(body, secrets);
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

function withoutSecrets(
  body: Readonly<Record<string, unknown>>,
  secrets: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, secrets.has(name) ? REDACTED : value]));
}

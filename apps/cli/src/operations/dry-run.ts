import { buildRequest, type Listed, secretFields } from "@reeve/contract";
import type { Result } from "../output/result.ts";
import type { Session } from "../session/session.ts";

const REDACTED = "<redacted>";

/** The request that would be sent, exactly, but for what must not be shown. */
export async function dryRun(
  listed: Listed,
  session: Session,
  input: Readonly<Record<string, unknown>>,
): Promise<Result> {
  const { operation } = listed;
  const { service, url, settings } = session;
  const revision = await session.revision();
  const { method, path, query, body } = buildRequest(operation, { revision, service, input });
  const target = `${url}${path}${query === "" ? "" : `?${query}`}`;
  const headers = {
    ...(settings.login && { authorization: `token=${REDACTED}` }),
    ...(body && { "content-type": "application/json" }),
  };
  const shown = body && withoutSecrets(body, secretFields(operation));
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

import { signal } from "@preact/signals";
import { isReeveError, ReeveError } from "@reeve/contract";
import { createTransport, type Transport } from "@reeve/transport";

/** A login. The token is kept in memory only, so that it ends with the page. */
export interface Session {
  readonly token: string;
  readonly transport: Transport;
}

/** The login of this page; undefined until there is one. */
export const session = signal<Session | undefined>(undefined);

/** Why the page asks for a login again. */
export const ended = signal("");

/** Whether the service takes accounts (enterprise edition) or tokens. */
export async function takesAccounts(): Promise<boolean> {
  return (await fetch("/acs/api/v1/auth/jwks")).ok;
}

/** Logs in with a token, if the service takes it. */
export async function enter(token: string): Promise<void> {
  const answer = await fetch("/reeve/v1/info", { headers: { authorization: `token=${token}` } });
  if (!answer.ok) throw await problemIn(answer);
  const transport = createTransport({
    url: location.origin,
    credentials: {
      about: "the login of this page",
      advice: "log in again",
      renewable: false,
      obtain: async () => ({ value: token }),
    },
  });
  ended.value = "";
  session.value = { token, transport };
}

/** Logs in with an account of the enterprise edition. */
export async function logIn(uid: string, password: string): Promise<void> {
  const { token } = await post("/acs/api/v1/auth/login", { uid, password });
  await enter(token);
}

/** Logs in with the code of a link that works once. */
export async function enterByLink(code: string): Promise<void> {
  const { token } = await post("/reeve/v1/console/logins", { code });
  await enter(token);
}

/** Ends the login, and says why where it ended by itself. */
export function leave(why = ""): void {
  void session.value?.transport.close();
  session.value = undefined;
  ended.value = why;
}

/** Says what went wrong; a login that has ended asks for another one. */
export function sentenceOf(error: unknown): string {
  if (isReeveError(error, "unauthenticated")) leave("The login has ended. Log in again.");
  return error instanceof Error ? capitalised(error.message) : "That did not work.";
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

async function post(path: string, body: object): Promise<{ readonly token: string }> {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw await problemIn(answer);
  return answer.json();
}

async function problemIn(answer: Response): Promise<ReeveError> {
  const body: unknown = await answer.json().catch(() => undefined);
  const { detail, description } = (body ?? {}) as { readonly detail?: string; readonly description?: string };
  const code = answer.status === 401 ? "unauthenticated" : "server-failure";
  return new ReeveError(code, detail ?? description ?? `The service answered ${answer.status}.`);
}

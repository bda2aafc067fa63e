import { signal } from "@preact/signals";
import { isReeveError, ReeveError } from "@reeve/contract";
import { createTransport, type Transport } from "@reeve/transport";
import { capitalised } from "../words.ts";

/** A login. The token is kept only in memory, so the login ends when the page is closed or reloaded. */
export interface ConsoleSession {
  readonly token: string;
  readonly transport: Transport;
}

/** The login of this page; undefined before the user has logged in. */
export const session = signal<ConsoleSession | undefined>(undefined);

/** The reason why the page asks the user to log in again. */
export const ended = signal("");

/** Whether users log in to the service with an account (enterprise edition); otherwise they log in with a token. */
export async function takesAccounts(): Promise<boolean> {
  const answer = await fetch("/reeve/v1/console/logins");
  return answer.ok && ((await answer.json()) as { readonly accounts: boolean }).accounts;
}

/** Logs in with a token, if the service accepts the token. */
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
export async function logInToService(uid: string, password: string): Promise<void> {
  const { token } = await post("/acs/api/v1/auth/login", { uid, password });
  await enter(token);
}

/** Logs in with the code of a one-time link. */
export async function enterByLink(code: string): Promise<void> {
  const { token } = await post("/reeve/v1/console/logins", { code });
  await enter(token);
}

/** Ends the login. `why` is the reason; it is empty if the user has logged out. */
export function leave(why = ""): void {
  void session.value?.transport.close();
  session.value = undefined;
  ended.value = why;
}

/** Ends the login because the service no longer accepts its token. */
export function expire(): void {
  leave("The login has ended. Log in again.");
}

/** Describes an error in a sentence. If the login has expired, the page asks the user to log in again. */
export function sentenceOf(error: unknown): string {
  if (session.value && isReeveError(error, "unauthenticated")) expire();
  return error instanceof Error ? capitalised(error.message) : "That did not work.";
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

import { signal } from "@preact/signals";
import { isReeveError, ReeveError } from "@reeve/contract";
import { createTransport, type Transport } from "@reeve/transport";
import { capitalised } from "../words.ts";

/**
 * A login. It belongs to the browser: its cookie is out of reach of scripts, and its key is in the storage of this origin, so that it
 * survives a reload and is the login of other tabs, too. Each of the two is worth nothing without the other.
 */
export interface ConsoleSession {
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
}

const KEY = "reeve.key";

/** The login of this page; undefined before the user has logged in. */
export const session = signal<ConsoleSession | undefined>(undefined);

/** The reason why the page asks the user to log in again. */
export const ended = signal("");

/** Whether users log in to the service with an account (enterprise edition); otherwise they log in with a token. */
export async function takesAccounts(): Promise<boolean> {
  const answer = await fetch("/reeve/v1/console/logins");
  return answer.ok && ((await answer.json()) as { readonly accounts: boolean }).accounts;
}

/** Logs in with a token, if the service accepts it, or with the code of a one-time link. */
export async function enter(proof: { readonly token: string } | { readonly code: string }): Promise<void> {
  begin(await post("/reeve/v1/console/logins", proof));
}

/** Logs in with an account of the enterprise edition. */
export async function logInToService(uid: string, password: string): Promise<void> {
  const { token } = await post<{ readonly token: string }>("/acs/api/v1/auth/login", { uid, password });
  await enter({ token });
}

/** Continues the login of this browser, if there is one and it has not ended. */
export async function resume(): Promise<void> {
  const key = localStorage.getItem(KEY);
  if (key === null) return;
  const answer = await fetch("/reeve/v1/info", { headers: headersOf(key) });
  if (answer.ok) begin({ key });
  else if (answer.status === 401) expire();
}

function begin({ key }: { readonly key: string }): void {
  localStorage.setItem(KEY, key);
  const headers = headersOf(key);
  const transport = createTransport({
    url: location.origin,
    fetch: (input, options) => {
      // The transport sends no cookies by itself.
      const request = new Request(new Request(input, options), { credentials: "same-origin" });
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
      return fetch(request);
    },
  });
  ended.value = "";
  session.value = { headers, transport };
}

function headersOf(key: string): ConsoleSession["headers"] {
  return { "reeve-console": key };
}

/** Takes over each login and logout of other tabs. */
export function followOtherTabs(): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== KEY && key !== null) return;
    if (newValue === null) leave(ENDED);
    else begin({ key: newValue });
  });
}

/** Logs out. The service forgets the login, so that it ends for every tab. */
export async function logOut(): Promise<void> {
  const headers = session.value?.headers ?? {};
  localStorage.removeItem(KEY);
  leave();
  await fetch("/reeve/v1/console/logout", { method: "POST", headers }).catch(() => undefined);
}

const ENDED = "The login has ended. Log in again.";

/** Ends the login. `why` is the reason; it is empty if the user has logged out. */
function leave(why = ""): void {
  void session.value?.transport.close();
  session.value = undefined;
  ended.value = why;
}

/** Ends the login because the service no longer accepts its token. */
export function expire(): void {
  localStorage.removeItem(KEY);
  leave(ENDED);
}

/** Describes an error in a sentence. If the login has expired, the page asks the user to log in again. */
export function sentenceOf(error: unknown): string {
  if (session.value && isReeveError(error, "unauthenticated")) expire();
  return error instanceof Error ? capitalised(error.message) : "That did not work.";
}

async function post<Answer = { readonly key: string }>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw await problemIn(answer);
  return answer.json();
}

/** The sentence with which the service refuses a request. */
export async function problemIn(answer: Response): Promise<ReeveError> {
  const body: unknown = await answer.json().catch(() => undefined);
  const { detail, description } = (body ?? {}) as { readonly detail?: string; readonly description?: string };
  const code = answer.status === 401 ? "unauthenticated" : "server-failure";
  return new ReeveError(code, detail ?? description ?? `The service answered ${answer.status}.`);
}

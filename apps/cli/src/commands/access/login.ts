import {
  type Command,
  type Context,
  fillServices,
  flagOf,
  hasFlag,
  type ParsedArguments,
  printOutcome,
  reachWithoutLogin,
  servicesSentence,
  settingsOf,
  urlOf,
} from "@reeve/commands";
import { isReeveError, ReeveError } from "@reeve/contract";
import {
  addProfile,
  changeProfile,
  credentialsFor,
  identityOf,
  isSameUrl,
  type Login,
  listProfiles,
  loginWords,
  openMemory,
  type Profile,
  type Settings,
} from "@reeve/profiles";
import { createTransport } from "@reeve/transport";
import { loginFlags, loginOf } from "./login-flags.ts";
import { type Trusted, trust } from "./trust.ts";
import { tryLogin } from "./try-login.ts";

/** Stores the trusted CA and the login. */
export const loginCommand: Command = {
  name: "login",
  summary: "Log in: store a token, or the way to get one, in the profile",
  about:
    "Without flags, the token is read from standard input; on a terminal, you are asked for it. A login is stored only after the cluster has accepted it. The services that the cluster lists are filled in. --trust shows the cluster's own authority, and asks whether to trust this authority.",
  examples: [
    "login",
    "login --url https://cluster.example --trust",
    "login --uid robot --key-file robot.pem",
    "login --uid alice < password.txt",
    "login --token-command 'vault read -field=token secret/reeve'",
  ],
  flags: [
    ...loginFlags,
    { name: "trust", summary: "trust the cluster's own authority, after showing its fingerprint" },
    { name: "fingerprint", takes: "SHA256", summary: "trust the cluster's own authority without asking, if it has this fingerprint" },
  ],
  effect: "change",
  run: logIn,
};

interface Chosen {
  readonly login: Login;
  readonly secret?: { readonly token: string } | { readonly password: string };
}

/** Finds the CA and the login that the flags describe, tries the login, and stores both in the profile. */
async function logIn(args: ParsedArguments, context: Context): Promise<void> {
  const settings = settingsOf(args, context);
  const url = urlOf(settings);
  const wantsTrust = hasFlag(args, "trust") || (await isUntrusted(settings, args, context));
  const trusted = wantsTrust ? await trust(settings, flagOf(args, "fingerprint"), args, context) : undefined;
  const chosen = await choose(args, settings, hasFlag(args, "trust"), context);
  const credentials = chosen && (await credentialsFor(chosen.login, chosen.secret, context.processContext.env));
  if (credentials) {
    await tryLogin(settings, trusted, credentials, args, context).catch(async (thrown: unknown) => {
      // If the server answered but refused the login, only the login has to be corrected: the CA that the user has confirmed is stored.
      const isRefusal = isReeveError(thrown, "unauthenticated") || isReeveError(thrown, "forbidden");
      if (!trusted || !isRefusal) throw thrown;
      const name = await keep(url, settings, trusted, undefined, context);
      const sentence = `${thrown.message}; profile ${name} now trusts the authority ${trusted.fingerprint}, but no login was stored`;
      throw new ReeveError(thrown.code, sentence, thrown.context);
    });
  }
  const name = await keep(url, settings, trusted, chosen, context);
  const parts = [
    ...(trusted ? [`trusts the authority ${trusted.fingerprint}`] : []),
    ...(chosen ? [`uses this login: ${loginWords(chosen.login)}`] : []),
  ];
  const services = await fillServices(name, args, context);
  const body = { profile: name, url, tried: credentials !== undefined, services };
  const sentence = `Profile ${name} for ${url} ${parts.join(" and ")}.${servicesSentence(services)}`;
  await printOutcome(context, args, body, sentence);
}

/**
 * Tells whether a secret that the user types would go to a server whose certificate is not trusted. This is checked before the user is
 * asked for the secret.
 */
async function isUntrusted(settings: Settings, args: ParsedArguments, context: Context): Promise<boolean> {
  if (settings.ca || !urlOf(settings).startsWith("https:") || !context.terminal.conversation(context.signal)) return false;
  const transport = createTransport({ ...reachWithoutLogin(settings, args, context), retries: 0 });
  try {
    await transport.send({ request: { method: "GET", path: "/", query: "" }, effect: "read" }, context);
    return false;
  } catch (thrown) {
    if (isReeveError(thrown, "untrusted-certificate")) return true;
    // Any answer, even a refusal, shows that the certificate is trusted. Without an answer, the command fails before the user is asked for
    // the secret.
    if (isReeveError(thrown) && thrown.context.status === undefined && thrown.code !== "unexpected-response") throw thrown;
    return false;
  } finally {
    await transport.close();
  }
}

const MAX_LENGTH = 16_384;

async function choose(args: ParsedArguments, settings: Settings, isTrusting: boolean, context: Context): Promise<Chosen | undefined> {
  const login: Login = loginOf(args, context) ?? { by: "token" };
  if (login.by !== "token" && login.by !== "password") return { login };
  const what = login.by === "token" ? "token" : `password of ${login.uid}`;
  // If the user only wants to trust a CA, the stored login is kept.
  if (isTrusting && login.by === "token" && settings.login) return undefined;
  const talk = context.terminal.conversation(context.signal);
  const typed = talk
    ? await talk.askSecret(`${what.replace(/^./, (letter) => letter.toUpperCase())} for ${urlOf(settings)}: `)
    : (await context.readInput()).toString();
  const secret = login.by === "token" ? typed.trim() : typed.replace(/\r?\n$/, "");
  if (secret === "" && isTrusting && login.by === "token") return undefined;
  if (secret === "") throw new ReeveError("bad-input", `no ${what} was given: pipe it to reeve login, or type it when asked`);
  // No secret is this long. Probably the wrong file was piped in, and its content must not be sent.
  if (secret.length > MAX_LENGTH)
    throw new ReeveError("bad-input", `the input is not a ${what}: it is longer than ${MAX_LENGTH} characters`);
  if (login.by === "token" && /\s/.test(secret)) throw new ReeveError("bad-input", `the input is not a ${what}: it contains white space`);
  return { login, secret: login.by === "token" ? { token: secret } : { password: secret } };
}

/** Stores the login in the profile in use, or in a new profile named after the address. */
async function keep(
  url: string,
  settings: Settings,
  trusted: Trusted | undefined,
  chosen: Chosen | undefined,
  { processContext }: Context,
): Promise<string> {
  const fields: Partial<Profile> = { ...(trusted && { ca: trusted }), ...(chosen && { login: chosen.login }) };
  const secret = chosen && (chosen.secret ?? null);
  const profiles = listProfiles(processContext);
  const same = profiles.filter((each) => isSameUrl(each.url, url));
  const match = same.find((each) => each.name === settings.profile?.value) ?? same[0];
  if (match) {
    await changeProfile(processContext, match.name, (profile) => ({ ...profile, ...fields }), secret);
    if (chosen) await openMemory(processContext).forget({ url, identity: identityOf(chosen.login) }, "token");
    return match.name;
  }
  const name = freeName(new URL(url).hostname, new Set(profiles.map((each) => each.name)));
  await addProfile(processContext, name, { url, ...fields }, secret ?? undefined);
  return name;
}

function freeName(host: string, taken: ReadonlySet<string>): string {
  const name =
    host
      .replaceAll(/[^\w.-]/g, "-")
      .replace(/^[^A-Za-z0-9]+/, "")
      .slice(0, 60) || "cluster";
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { Log } from "@reeve/orchestrator";
import { reasonOf } from "@reeve/orchestrator/engine";
import { json } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import type { Keep } from "../state/state-folder.ts";
import { type Account, type AccountDefinition, type LoginsDefinition, readAccounts } from "./accounts.ts";
import type { Edition, LocalAccount } from "./edition.ts";
import { createLogin, type LoginGuard } from "./login.ts";
import { type LoginToken, misplaced, type ServicePlace } from "./login-token.ts";
import { FRESH, fileStamp } from "./open.ts";
import { openSessions, openSpentLogins } from "./sessions.ts";
import { createTokenSigner, type TokenSession } from "./token-signer.ts";

const SIGNING_KEY = "token-signing-key.pem";
/** The file with the private key of the generated account, in the state folder. */
export const ACCOUNT_KEY = "service-account.pem";
/** The uid of the generated account. */
export const LOCAL_UID = "reeve";

/** How logins are checked, besides by the accounts. */
export interface LoginRules extends Omit<LoginGuard, "failures"> {
  readonly log: Log;
  readonly logins: LoginsDefinition;
  failures(isAccount: (uid: string) => boolean): LoginGuard["failures"];
}

/** The enterprise edition: service accounts log in with a signed token or a password, and get a token that expires after some days. */
export async function enterpriseEdition(
  keep: Keep,
  definitions: readonly AccountDefinition[],
  { log, logins, failures, ...guard }: LoginRules,
): Promise<Edition> {
  const { now } = guard;
  const signingKey = keptPrivateKey(keep, SIGNING_KEY);
  const signer = await createTokenSigner(signingKey, now);
  const sessions = openSessions(keep, signingKey, log);
  const spent = openSpentLogins(keep, now, log);
  const accounts = createAccounts(keep, definitions, { now, log, changed: sessions.follow });
  const sign = (uid: string) => signer.sign(uid, sessions.generationOf(uid));
  const identityOf = (session: TokenSession | undefined) => {
    if (session === undefined || !accounts.current().has(session.uid)) return undefined;
    return session.generation === sessions.generationOf(session.uid) ? { who: session.uid } : undefined;
  };
  const use = (token: LoginToken, place: ServicePlace) =>
    misplaced(token, logins, place) ?? (spent.use(token.id, token.until) ? undefined : SPENT);
  const isAccount = (uid: string) => uid === LOCAL_UID || accounts.current().has(uid);
  const keySet: HttpAnswer = json(signer.keySet);
  const { local } = accounts;
  return {
    name: "enterprise",
    identify: (token) => {
      const session = signer.verify(token);
      return session instanceof Promise ? session.then(identityOf) : identityOf(session);
    },
    login: createLogin({ account: (uid) => accounts.current().get(uid), use, sign }, { ...guard, failures: failures(isAccount) }),
    logOut: sessions.revoke,
    readAccounts: accounts.read,
    keySet: () => keySet,
    token: () => sign(accounts.current().keys().next().value ?? LOCAL_UID),
    ...(local && { serviceAccount: local }),
  };
}

const SPENT = "The login token was used before: sign a new one for each login, with a jti or another exp.";

interface AccountsParts {
  readonly now: () => number;
  readonly log: Log;
  changed(accounts: ReadonlyMap<string, Account>): readonly string[];
}

/** The accounts in use. The files with their keys and passwords are read again when they have changed. */
function createAccounts(keep: Keep, first: readonly AccountDefinition[], { now, log, changed }: AccountsParts) {
  const generated = () => localAccount(keep);
  const local = first.length === 0 ? generated() : undefined;
  const read = (definitions: readonly AccountDefinition[]) => {
    const stamps = stampsOf(definitions);
    const named = readAccounts(definitions);
    const accounts = named.size === 0 ? new Map([[LOCAL_UID, accountOf(local ?? generated())]]) : named;
    return { definitions, stamps, accounts };
  };
  let used = read(first);
  let checkedAt = now();
  changed(used.accounts);

  /** The accounts stay as they are while one of the files cannot be used, or is missing because it is being replaced. */
  const readIfChanged = () => {
    checkedAt = now();
    const stamps = stampsOf(used.definitions);
    if (stamps === used.stamps) return;
    try {
      used = read(used.definitions);
      changed(used.accounts);
    } catch (error) {
      used = { ...used, stamps };
      log("error", "accounts-refused", { reason: reasonOf(error) });
    }
  };

  return {
    local,
    current: () => {
      if (Math.abs(now() - checkedAt) > FRESH) readIfChanged();
      return used.accounts;
    },
    read: (definitions: readonly AccountDefinition[]) => {
      const next = read(definitions);
      return () => {
        used = next;
        return changed(next.accounts);
      };
    },
  };
}

function stampsOf(definitions: readonly AccountDefinition[]): string {
  const files = definitions.flatMap(({ publicKeyFile, passwordFile }) => [publicKeyFile, passwordFile]);
  return JSON.stringify(files.map((file) => (file === undefined ? undefined : fileStamp(file))));
}

function localAccount(keep: Keep): LocalAccount {
  const privateKey = keptPrivateKey(keep, ACCOUNT_KEY);
  const keyFile = keep.path(ACCOUNT_KEY);
  return { uid: LOCAL_UID, privateKey, ...(keyFile !== undefined && { keyFile }) };
}

function accountOf({ uid, privateKey }: LocalAccount): Account {
  return { uid, publicKey: createPublicKey(privateKey) };
}

/** The stored RSA private key with this name, as PEM (PKCS#8). If there is none, creates and stores a key. */
function keptPrivateKey(keep: Keep, name: string): string {
  const kept = keep.read(name);
  if (kept !== undefined) return kept;
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  keep.write(name, privateKey);
  return privateKey;
}

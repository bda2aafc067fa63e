import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { json } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import type { Keep } from "../state/state-folder.ts";
import type { AccountDefinition } from "./account-definition.ts";
import { type Account, readAccounts } from "./accounts.ts";
import type { Edition, LocalAccount } from "./edition.ts";
import { createLogin, type LoginGuard } from "./login.ts";
import { createTokenSigner } from "./token-signer.ts";

const SIGNING_KEY = "token-signing-key.pem";
/** The file with the private key of the generated account, in the state folder. */
export const ACCOUNT_KEY = "service-account.pem";
/** The uid of the generated account. */
export const LOCAL_UID = "reeve";

/** The enterprise edition: service accounts log in with a signed token or a password, and get a token that expires after some days. */
export async function enterpriseEdition(
  keep: Keep,
  definitions: readonly AccountDefinition[],
  guard: LoginGuard,
): Promise<Edition> {
  const signer = await createTokenSigner(keptPrivateKey(keep, SIGNING_KEY), guard.now);
  const named = readAccounts(definitions);
  const local = named.size === 0 ? localAccount(keep) : undefined;
  const accounts = local ? new Map([[local.uid, accountOf(local)]]) : named;
  const [first = LOCAL_UID] = accounts.keys();
  const identityOf = (uid: string | undefined) => (uid !== undefined && accounts.has(uid) ? { who: uid } : undefined);
  const keySet: HttpAnswer = json(signer.keySet);
  return {
    name: "enterprise",
    identify: (token) => {
      const uid = signer.verify(token);
      return uid instanceof Promise ? uid.then(identityOf) : identityOf(uid);
    },
    login: createLogin(accounts, signer, guard),
    keySet: () => keySet,
    token: () => signer.sign(first),
    ...(local && { serviceAccount: local }),
  };
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

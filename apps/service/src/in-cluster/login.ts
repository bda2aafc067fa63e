import type { ServiceDefinition } from "../definition/service-definition.ts";
import { readAccounts, readPassword } from "../edition/accounts.ts";
import { refuseOtherEdition } from "../edition/choose-edition.ts";
import { ACCOUNT_KEY, LOCAL_UID } from "../edition/enterprise.ts";
import { readTokenFile } from "../edition/open.ts";

/** How the user who installs a service logs in. */
export type InstallersLogin =
  | { readonly by: "token"; readonly token: string }
  | { readonly by: "password"; readonly uid: string; readonly password: string }
  /** With the token that was generated for the service. */
  | { readonly by: "generated-token" }
  /** With the private key of the account that the service has generated, in this file of its state folder. */
  | { readonly by: "generated-key"; readonly uid: string; readonly file: string }
  /** The definition has only the public keys of accounts, so the user must log in with a private key. */
  | { readonly by: "own-key"; readonly uid: string };

/** The login for a definition. Reads the files that the definition names; throws `bad-input` if one of them cannot be used. */
export function installersLogin(definition: ServiceDefinition): InstallersLogin {
  refuseOtherEdition(definition);
  const { edition, tokens, serviceAccounts } = definition;
  if (tokens.file !== undefined) return { by: "token", token: readTokenFile(tokens.file).first };
  if (edition === "open") return { by: "generated-token" };
  readAccounts(serviceAccounts);
  for (const { uid, passwordFile } of serviceAccounts)
    if (passwordFile !== undefined) return { by: "password", uid, password: readPassword(passwordFile) };
  const [first] = serviceAccounts;
  return first ? { by: "own-key", uid: first.uid } : { by: "generated-key", uid: LOCAL_UID, file: ACCOUNT_KEY };
}

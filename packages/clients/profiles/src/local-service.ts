import type { Credentials, LoginContext } from "@reeve/auth";
import { isRecord, ReeveError } from "@reeve/contract";
import { isRunning, type LocalReference, runningService } from "./store/local-profile.ts";

/** The path at which a local service proves that it wrote the entry of its profile. */
const PROOF_PATH = "/reeve/v1/proof";

/** To which local service credentials belong. */
interface ProofOptions {
  readonly reference: LocalReference;
  readonly url: string;
  /** Whether the token is the one in the service's profile. */
  readonly ownToken: boolean;
}

/**
 * Credentials that are used only after the service at the address has proved that it is the service of the profile. If a service was
 * killed, another user of this machine may listen on its port and even have its pid, and must get no token. The entry is read again each
 * time, because the service may have been started again since, with another token.
 */
export function afterProof(credentials: Credentials, { reference, url, ownToken }: ProofOptions): Credentials {
  return {
    ...credentials,
    obtain: async (context) => {
      const entry = runningService(reference);
      if (!entry) throw new ReeveError("unreachable", `the service at ${url} has ended: reeve up starts it again`);
      if (entry.proofKey !== undefined) await prove(entry.proofKey, reference.name, entry.profile.url, context);
      const token = ownToken && entry.token !== undefined ? { value: entry.token } : await credentials.obtain(context);
      const isCurrent = () => isRunning(entry) && (token.isCurrent?.() ?? true);
      return { ...token, isCurrent };
    },
  };
}

async function prove(key: string, name: string, url: string, { post }: LoginContext): Promise<void> {
  const { createHmac, randomBytes } = process.getBuiltinModule("node:crypto");
  const nonce = randomBytes(32).toString("base64url");
  const { body } = await post(PROOF_PATH, { nonce });
  const expected = createHmac("sha256", key).update(`${url}\n${nonce}`).digest("base64url");
  if (isRecord(body) && body.proof === expected) return;
  throw new ReeveError(
    "unreachable",
    `another program than the service of profile ${name} answers at ${url}, so no token was sent to it: reeve down and reeve up start the service again`,
  );
}

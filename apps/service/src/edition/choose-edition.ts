import { existsSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { defined, ReeveError } from "@reeve/contract";
import type { Log } from "@reeve/orchestrator";
import type { ServiceDefinition } from "../definition/service-definition.ts";
import type { Audit } from "../record/audit.ts";
import type { Keep } from "../state/state-folder.ts";
import type { Edition } from "./edition.ts";
import { createFailures } from "./failures.ts";
import { openEdition } from "./open.ts";

/** The parts from which an edition is made. */
export interface EditionParts {
  readonly keep: Keep;
  /** The file of tokens for a definition that names none. */
  readonly tokenFile?: string | undefined;
  readonly audit: Audit;
  readonly log: Log;
  readonly now: () => number;
}

/** The edition of a definition. Throws `bad-input` if the definition has fields of the other edition. */
export async function chooseEdition(definition: ServiceDefinition, { keep, tokenFile, audit, log, now }: EditionParts): Promise<Edition> {
  refuseOtherEdition(definition);
  const { edition, tokens, serviceAccounts, logins } = definition;
  const ready = tokenFile !== undefined && existsSync(tokenFile) ? tokenFile : undefined;
  if (edition === "open") return openEdition(keep, tokens.file ?? ready, log, now);
  // Imported lazily: it loads the signature library.
  const { enterpriseEdition } = await import("./enterprise.ts");
  return enterpriseEdition(keep, serviceAccounts, {
    now,
    log,
    logins,
    failures: (isAccount) => createFailures(() => performance.now(), isAccount),
    record: (uid, result, client) => {
      const login = defined({ who: uid, what: "login", from: client });
      if (result === "logged in") audit.begin(login)(200);
      else audit.refused({ ...login, status: 401 });
    },
  });
}

/** Throws `bad-input` if a definition has fields of the other edition. */
export function refuseOtherEdition({ edition, tokens, serviceAccounts, logins }: ServiceDefinition): void {
  if (edition === "open" && serviceAccounts.length > 0) {
    throw new ReeveError("bad-input", "serviceAccounts: only the enterprise edition has them; set edition: enterprise");
  }
  if (edition === "open" && (logins.strict || logins.audiences.length > 0)) {
    throw new ReeveError("bad-input", "logins: only the enterprise edition has them; set edition: enterprise");
  }
  if (edition === "enterprise" && tokens.file !== undefined) {
    const reason = "tokens.file: belongs to the open edition; the enterprise edition has serviceAccounts";
    throw new ReeveError("bad-input", reason);
  }
}

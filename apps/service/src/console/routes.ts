import { randomBytes } from "node:crypto";
import { defined, isRecord, ReeveError } from "@reeve/contract";
import { makeConsoleLink } from "@reeve/scheduler-models";
import { type Edition, tokenOfHeader } from "../edition/edition.ts";
import { digestOf } from "../edition/token-signer.ts";
import { empty, json } from "../http/answer.ts";
import { readJson, requireJson } from "../http/content.ts";
import type { HttpRequest } from "../http/message.ts";
import { declared, type OwnRequest, type OwnRoute, openRoute, undeclared } from "../own/own-api.ts";
import type { Audit } from "../record/audit.ts";
import { createPage } from "./page.ts";
import { isFromOwnPage, SESSION_KEY, type Sessions } from "./sessions.ts";

/** The routes of the console: its page, which needs no token, its logins, and links that open the page with the caller logged in. */
export function consoleRoutes(
  now: () => number,
  { name, identify }: Pick<Edition, "name" | "identify">,
  sessions: Sessions,
  audit: Pick<Audit, "begin" | "refused">,
): readonly OwnRoute[] {
  const page = createPage();
  const links = createLinks(now);
  const file = ({ request }: OwnRequest) => page.file(request, request.target.split("?")[0] ?? "");
  return [
    openRoute("console", "GET /", file),
    openRoute("console", "GET /reeve/console/*", file),
    declared("console.link", makeConsoleLink, (_, { request, who = "" }) => {
      // A session ends at a time that no link may extend.
      if (request.header(SESSION_KEY) !== undefined)
        throw new ReeveError("forbidden", "a login of the console makes no links: reeve console does");
      audit.begin({ who, ...fromOf(request), what: "console.link" })(200);
      return json(links.make(tokenOfHeader(request.header("authorization")) ?? "", who));
    }),
    openRoute("console.access", "GET /reeve/v1/console/logins", () => json({ accounts: name === "enterprise" })),
    openRoute("console.login", "POST /reeve/v1/console/logins", async ({ request }) => {
      const proof = await proofIn(request);
      try {
        const { token, who } = "code" in proof ? links.use(proof.code) : await loginOf(proof.token, identify);
        const { key, headers } = sessions.begin(request, token, who);
        audit.begin({ who, ...fromOf(request), what: "console.login" })(200);
        return json({ key }, 200, headers);
      } catch (error) {
        audit.refused({ who: "unknown", ...fromOf(request), what: "console.login", status: 401 });
        throw error;
      }
    }),
    undeclared("console.logout", "POST /reeve/v1/console/logout", ({ request, who = "" }) => {
      const headers = sessions.end(request);
      audit.begin({ who, ...fromOf(request), what: "console.logout" })(204);
      return empty(204, headers);
    }),
  ];
}

async function loginOf(token: string, identify: Edition["identify"]): Promise<LinkedLogin> {
  const identity = await identify(token);
  if (identity) return { token, who: identity.who };
  throw new ReeveError("unauthenticated", "the token is invalid or has expired");
}

function fromOf({ client: from }: HttpRequest) {
  return defined({ from });
}

/** Reads the code of a link, or a token, from the service's own page or from a program. */
async function proofIn(request: HttpRequest): Promise<{ readonly code: string } | { readonly token: string }> {
  requireJson(request);
  if (!isFromOwnPage(request)) throw new ReeveError("forbidden", "only the console's own page can log in to it");
  const body = await readJson(request);
  if (isRecord(body) && typeof body.code === "string") return { code: body.code };
  if (isRecord(body) && typeof body.token === "string") return { token: body.token };
  throw new ReeveError("bad-input", "expected {code}, the code of the link that reeve console prints, or {token}");
}

interface LinkedLogin {
  readonly token: string;
  readonly who: string;
}

const SECONDS = 60;

/** The largest number of unused links. A further link displaces the oldest. */
const MAX_LINKS = 100;

/** Links that open the console with the caller logged in. Each link works once and expires after a minute. */
export function createLinks(now: () => number) {
  const waiting = new Map<string, LinkedLogin & { readonly until: number }>();
  const keyOf = (code: string) => digestOf(code).toString("latin1");
  return {
    /** Makes a code to put into a link. The user who opens the link exchanges the code for the caller's token, once. */
    make: (token: string, who: string) => {
      const oldest = waiting.size >= MAX_LINKS ? waiting.keys().next().value : undefined;
      if (oldest !== undefined) waiting.delete(oldest);
      const code = randomBytes(32).toString("base64url");
      waiting.set(keyOf(code), { token, who, until: now() + SECONDS * 1000 });
      return { code, seconds: SECONDS };
    },
    /** Exchanges a code for its token and user; each code works once. Throws `unauthenticated`. */
    use: (code: string): LinkedLogin => {
      const key = keyOf(code);
      const found = waiting.get(key);
      waiting.delete(key);
      if (found && found.until > now()) return { token: found.token, who: found.who };
      throw new ReeveError("unauthenticated", "the link has already been used, or is older than a minute: reeve console prints a new link");
    },
  };
}

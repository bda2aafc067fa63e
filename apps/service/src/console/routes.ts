import { isRecord, ReeveError } from "@reeve/contract";
import { makeConsoleLink } from "@reeve/scheduler-models";
import { type Edition, tokenOf } from "../edition/edition.ts";
import { json } from "../http/answer.ts";
import { readJson } from "../http/content.ts";
import type { HttpRequest } from "../http/message.ts";
import { refusal } from "../http/problem.ts";
import { declared, type OwnRoute } from "../own/own-api.ts";
import type { Audit } from "../record/audit.ts";
import { createLinks } from "./links.ts";
import { createPage } from "./page.ts";

/** The routes of the console: its page, which needs no token, and links that open the page with the caller logged in. */
export function consoleRoutes(
  now: () => number,
  { name }: Pick<Edition, "name">,
  audit: Pick<Audit, "begin" | "refused">,
): readonly OwnRoute[] {
  const page = createPage();
  const links = createLinks(now);
  const file = (path: string): OwnRoute => ({
    name: "console",
    method: "GET",
    path,
    effect: "read",
    open: true,
    answer: ({ request }) => page.file(request, request.target.split("?")[0] ?? ""),
  });
  return [
    file("/"),
    file("/reeve/console/*"),
    declared("console.link", makeConsoleLink, (_, { request, who = "" }) => {
      audit.begin({ who, ...fromOf(request), what: "console.link" })(200);
      return json(links.make(tokenOf(request.header("authorization")) ?? "", who));
    }),
    {
      name: "console.access",
      method: "GET",
      path: "/reeve/v1/console/logins",
      effect: "read",
      open: true,
      answer: () => json({ accounts: name === "enterprise" }),
    },
    {
      name: "console.login",
      method: "POST",
      path: "/reeve/v1/console/logins",
      effect: "read",
      open: true,
      answer: async ({ request }) => {
        const code = await codeIn(request);
        try {
          const { token, who } = links.use(code);
          audit.begin({ who, ...fromOf(request), what: "console.login" })(200);
          return json({ token });
        } catch (error) {
          audit.refused({ who: "unknown", ...fromOf(request), what: "console.login", status: 401 });
          throw error;
        }
      },
    },
  ];
}

function fromOf({ client }: HttpRequest) {
  return client === undefined ? {} : { from: client };
}

/** Reads the code from a request. Only JSON is accepted, because foreign web pages can send forms and text without a preflight request. */
async function codeIn(request: HttpRequest): Promise<string> {
  const [type = ""] = (request.header("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    throw refusal(415, "bad-input", "A login must be application/json: send Content-Type: application/json.");
  }
  const body = await readJson(request);
  if (isRecord(body) && typeof body.code === "string") return body.code;
  throw new ReeveError("bad-input", "expected {code}: the code from the link that reeve console prints");
}

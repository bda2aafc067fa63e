import type { RawAnswer } from "@reeve/client";
import type { Context, Given } from "@reeve/commands";
import { listOperations, ReeveError } from "@reeve/contract";
import { didYouMean } from "@reeve/terminal";
import { refuseOtherRevisions } from "../../operations/revisions.ts";
import { serviceKind } from "../../services/by-name.ts";
import { sessionOf } from "../../session/open.ts";
import { documents } from "./documents.ts";

/** Fetches a document from the service. */
export async function fetchDocument(name: string, given: Given, context: Context): Promise<RawAnswer> {
  const operation = Object.hasOwn(documents, name) ? documents[name] : undefined;
  if (operation === undefined) {
    const names = Object.keys(documents);
    throw new ReeveError(
      "bad-input",
      `<document>: expected ${names.join(" or ")}, got ${JSON.stringify(name)}.${didYouMean(name, names)}`.replace(
        /\.$/,
        "",
      ),
    );
  }
  const kind = await serviceKind("file-system");
  const session = await sessionOf(kind, given, context);
  try {
    const listed = listOperations(kind.api).find((each) => each.name === operation);
    if (listed) await refuseOtherRevisions(session, listed);
    const answer = await session.call(operation);
    answer.read();
    return answer;
  } finally {
    await session.close();
  }
}

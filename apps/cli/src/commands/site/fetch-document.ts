import type { RawAnswer } from "@reeve/client";
import type { Context, Given } from "@reeve/commands";
import { listedOperation, ReeveError } from "@reeve/contract";
import { coreSite, fsSite } from "@reeve/file-system-models";
import { didYouMean } from "@reeve/terminal";
import { refuseOtherRevisions } from "../../operations/revisions.ts";
import { serviceKind } from "../../services/by-name.ts";
import { sessionOf } from "../../session/open.ts";
import { isServiceDocument, serviceDocuments } from "./service-documents.ts";

const operations = { "fs-site": fsSite, "core-site": coreSite };

/** Fetches a document from the service. */
export async function fetchDocument(name: string, given: Given, context: Context): Promise<RawAnswer> {
  if (!isServiceDocument(name)) {
    throw new ReeveError(
      "bad-input",
      `<document>: expected ${serviceDocuments.join(" or ")}, got ${JSON.stringify(name)}.${didYouMean(name, serviceDocuments)}`.replace(
        /\.$/,
        "",
      ),
    );
  }
  const operation = operations[name];
  const kind = await serviceKind("file-system");
  const session = await sessionOf(kind, given, context);
  try {
    const listed = listedOperation(kind.api, operation);
    if (listed) await refuseOtherRevisions(session, listed);
    const answer = await session.call(operation);
    answer.read();
    return answer;
  } finally {
    await session.close();
  }
}

import { ReeveError } from "@reeve/contract";
import { apis } from "../api/service-api.ts";
import { unchanging } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";

/** Answers with an OpenAPI document, such as `broker-R3.json`, or the schema of definitions; it is made at the first request. */
export function openApiAnswer(file: string): Promise<HttpAnswer> {
  if (file === DEFINITION)
    return answerOf(file, () => import("../definition/definition-schema.ts").then((made) => made.definitionSchema()));
  const [, name = "", revision = ""] = /^([a-z-]+)-([A-Z]\d)\.json$/.exec(file) ?? [];
  const api = Object.values(apis).find((each) => each.name === name && each.revisions.includes(revision));
  if (!api) {
    const known = Object.values(apis).flatMap((each) => each.revisions.map((one) => `${each.name}-${one}.json`));
    throw new ReeveError("not-found", `no document "${file.slice(0, 60)}"; there are ${[...known, DEFINITION].join(", ")}`);
  }
  return answerOf(file, () => import("./document.ts").then(({ openApi }) => openApi(api, revision)));
}

const DEFINITION = "definition.schema.json";

function answerOf(file: string, document: () => Promise<object>): Promise<HttpAnswer> {
  const answer = made.get(file) ?? make(document);
  made.set(file, answer);
  return answer;
}

const made = new Map<string, Promise<HttpAnswer>>();

async function make(document: () => Promise<object>): Promise<HttpAnswer> {
  const value = await document();
  return unchanging(value, () => JSON.stringify(value));
}

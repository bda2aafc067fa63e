import { type AnyOperation, decode, documentedSchema, isRecord, type Schema } from "@reeve/contract";
import { controlAnswer, oldSpelling, type Plan, Plan as PlanSchema, planAnswer } from "@reeve/scheduler-models";
import { rolloutState } from "../waiting/rollout.ts";
import { problemReply, type Reply, reply } from "./reply.ts";

/**
 * Writes a value, with its status, in the form in which a server of this revision sends it. If the value does not fit, throws an error with
 * the path of the mismatch.
 */
export function onTheWire(operation: AnyOperation, revision: string, value: unknown): Reply {
  if (operation.output === planAnswer) return planOnTheWire(operation, revision, value);
  if (operation.output === controlAnswer) return controlOnTheWire(operation, revision, value);
  return checked(documentedSchema(operation.output, revision), 200, value);
}

function checked(schema: Schema<unknown>, status: number, body: unknown): Reply {
  const decoded = decode(schema, body);
  return decoded.ok ? reply(status, body) : problemReply(500, `the answer that was given does not fit: ${decoded.issues[0]}`);
}

/**
 * The status of a plan is 200 if the plan is complete and 417 if it has errors. Otherwise it is 503 in R1 and R2, and 202 in all
 * other revisions.
 */
function planOnTheWire(operation: AnyOperation, revision: string, value: unknown): Reply {
  const decoded = decode(PlanSchema, value);
  if (!decoded.ok) return problemReply(500, `the answer that was given does not fit: ${decoded.issues[0]}`);
  const state = rolloutState(decoded.value);
  const inProgress = WITH_503.has(revision) ? 503 : 202;
  const status = state === "complete" ? 200 : state === "failed" ? 417 : inProgress;
  const schema = documentedSchema(operation.output, revision);
  const inBlocks = schema !== documentedSchema(operation.output, "");
  return checked(schema, status, inBlocks ? withBlocks(decoded.value) : value);
}

const WITH_503: ReadonlySet<string> = new Set(["R1", "R2"]);

function withBlocks({ phases, status, ...plan }: Plan): unknown {
  return {
    ...plan,
    status: oldSpelling(status),
    phases: phases.map(({ steps, ...phase }) => ({
      ...phase,
      status: oldSpelling(phase.status),
      blocks: steps.map((step) => ({ hasDecisionPoint: false, ...step, status: oldSpelling(step.status) })),
    })),
  };
}

/** A plan command that changes nothing is answered with status 208 and a sentence. */
function controlOnTheWire(operation: AnyOperation, revision: string, value: unknown): Reply {
  if (!isRecord(value)) return problemReply(500, "the answer that was given does not fit: expected an object");
  const { changed, ...body } = value;
  if (changed === false) return reply(208, String(body.message ?? ""));
  return checked(documentedSchema(operation.output, revision), 200, body);
}

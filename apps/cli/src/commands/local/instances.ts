import { buildRequest, isRecord } from "@reeve/contract";
import { isKind, type Kind } from "@reeve/profiles";
import { showInfo } from "@reeve/scheduler-models";
import type { CallOptions, Transport } from "@reeve/transport";

/** An instance of a service of `reeve up`. */
export interface Instance {
  readonly name: string;
  readonly kind: Kind;
  readonly revision: string;
  /** Whether its nodes are simulated, so that nothing listens at their addresses. */
  readonly simulated: boolean;
}

/** What a service of `reeve up` reports about itself. */
export interface Info {
  readonly instances: readonly Instance[];
  /** The watched file, and why its current content is refused. */
  readonly refused?: { readonly file: string; readonly reason: string };
}

/** The instances of a service of `reeve up`. */
export async function instancesOf(transport: Transport, options: CallOptions): Promise<readonly Instance[]> {
  return (await infoOf(transport, options)).instances;
}

/** What a service of `reeve up` runs, and whether its file is refused. */
export async function infoOf(transport: Transport, options: CallOptions): Promise<Info> {
  const request = buildRequest(showInfo, { revision: "any", service: "", input: {} });
  const { body } = await transport.send({ request, effect: "read" }, options);
  const services = isRecord(body) && Array.isArray(body.services) ? body.services.filter(isRecord) : [];
  const instances = services.flatMap(({ name, kind, revision, simulated }) =>
    typeof name === "string" && typeof kind === "string" && isKind(kind) && typeof revision === "string"
      ? [{ name, kind, revision, simulated: simulated !== false }]
      : [],
  );
  const { file, refused: reason } = isRecord(body) && isRecord(body.definition) ? body.definition : {};
  if (typeof file !== "string" || typeof reason !== "string") return { instances };
  return { instances, refused: { file, reason } };
}

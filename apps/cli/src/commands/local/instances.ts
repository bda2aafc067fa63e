import { buildRequest, isRecord } from "@reeve/contract";
import { isKind, type Kind } from "@reeve/profiles";
import { showInfo } from "@reeve/scheduler-models";
import type { CallOptions, Transport } from "@reeve/transport";

/** An instance of a service of `reeve up`. */
export interface Instance {
  readonly name: string;
  readonly kind: Kind;
  readonly revision: string;
}

/** The instances of a service of `reeve up`. */
export async function instancesOf(transport: Transport, options: CallOptions): Promise<readonly Instance[]> {
  const request = buildRequest(showInfo, { revision: "any", service: "", input: {} });
  const { body } = await transport.send({ request, effect: "read" }, options);
  const services = isRecord(body) && Array.isArray(body.services) ? body.services.filter(isRecord) : [];
  return services.flatMap(({ name, kind, revision }) =>
    typeof name === "string" && typeof kind === "string" && isKind(kind) && typeof revision === "string"
      ? [{ name, kind, revision }]
      : [],
  );
}

import { type Context, outputChoiceOf, type ParsedArguments, withTransport, writeResult } from "@reeve/commands";
import { buildRequest, isRecord, ReeveError } from "@reeve/contract";
import { showDefinition } from "@reeve/scheduler-models";
import { yaml } from "@reeve/terminal";

/** Shows the definition of the running instances, as YAML unless another format is requested. */
export function showDefinitionCommand(given: ParsedArguments, context: Context): Promise<void> {
  return withTransport(given, context, async (transport, options) => {
    const request = buildRequest(showDefinition, { revision: "any", service: "", input: {} });
    const { body } = await transport.send({ request, effect: "read" }, options);
    if (!isRecord(body) || !isRecord(body.services)) {
      throw new ReeveError(
        "unexpected-response",
        `${transport.url} is not a service that reeve up started, so it has no definition`,
      );
    }
    const named = Object.keys(body.services);
    await writeResult({ body, named, lines: () => yaml(body) }, outputChoiceOf(given), context.terminal);
  });
}

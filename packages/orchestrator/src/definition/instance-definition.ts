import type { Schema } from "@reeve/contract";
import * as v from "valibot";
import { BrokerDefinition } from "./broker-definition.ts";
import { FileSystemDefinition } from "./file-system-definition.ts";
import { WideColumnDefinition } from "./wide-column-definition.ts";

/** What one service instance is to be, complete with defaults. Its name stands beside it: in a definition file it is the key. */
export type InstanceDefinition = BrokerDefinition | WideColumnDefinition | FileSystemDefinition;

/** What a person writes of it: the kind, and whatever is not as usual. */
export type InstanceInput =
  | v.InferInput<typeof BrokerDefinition>
  | v.InferInput<typeof WideColumnDefinition>
  | v.InferInput<typeof FileSystemDefinition>;

export type Kind = InstanceDefinition["kind"];

export const InstanceDefinition: Schema<InstanceDefinition> = v.variant(
  "kind",
  [BrokerDefinition, WideColumnDefinition, FileSystemDefinition],
  "expected broker, wide-column or file-system",
);

/** The definition of one kind. */
export type DefinitionOf<K extends Kind> = Definitions[K];

// A look-up, not a conditional type: so an instance of one kind is an instance to the compiler.
interface Definitions {
  readonly broker: BrokerDefinition;
  readonly "wide-column": WideColumnDefinition;
  readonly "file-system": FileSystemDefinition;
}

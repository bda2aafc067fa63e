import type { GenericSchema } from "valibot";

/** A valibot schema by what it gives (and, for inputs, by what it takes). Keeps declaration files short: the inferred types of nested schemas are huge. */
export type Schema<Output, Input = unknown> = GenericSchema<Input, Output>;

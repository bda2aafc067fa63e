import type { GenericSchema } from "valibot";

/** A valibot schema by its output (and input). It keeps declaration files short: the inferred types of nested schemas are huge. */
export type Schema<Output, Input = unknown> = GenericSchema<Input, Output>;

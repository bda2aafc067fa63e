import type { GenericSchema } from "valibot";

/**
 * A valibot schema by its output and input. This type keeps declaration files short, because the inferred types of nested schemas are huge.
 */
export type Schema<Output, Input = unknown> = GenericSchema<Input, Output>;

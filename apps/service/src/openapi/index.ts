export { definitionSchema } from "../definition/definition-schema.ts";
export { openApi } from "./document.ts";
export type { NamedSchemas } from "./schemas.ts";
export { jsonSchema, namedSchema, namedSchemas } from "./schemas.ts";

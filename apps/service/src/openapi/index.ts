export { definitionSchema } from "../definition/definition-schema.ts";
export { openApi } from "./document.ts";
export type { NamedSchemas } from "./schemas.ts";
export { definition, jsonSchema, namedSchemas } from "./schemas.ts";

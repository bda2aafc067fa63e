/** The names in braces of a route, as a type: `"topic" | "partitions"`. */
export type FieldsIn<Text extends string> = Text extends `${string}{${infer Field}}${infer Rest}`
  ? Field | FieldsIn<Rest>
  : never;

/** What a route may be: the way an API document prints it. Where there are several, the first is sent and all are served. */
export type RouteText = string | readonly [string, ...string[]];

/** The routes of an operation by revision. */
export type Routes = Readonly<Record<string, RouteText>>;

/** Leaves routes alone whose every `{field}` is a field of the input, and turns others into a type that names what is wrong. */
export type CheckedRoutes<Given extends Routes, Input> = {
  [Revision in keyof Given]: Exclude<FieldsIn<TextOf<Given[Revision]>>, keyof Input | Reserved> extends infer Unknown
    ? [Unknown] extends [never]
      ? Given[Revision]
      : NoFieldOfInput<Unknown>
    : never;
};

/** Shown by the compiler where a route names something that the operation does not take. */
export interface NoFieldOfInput<Field> {
  readonly "this route names a field that the input does not have": Field;
}

type TextOf<Route extends RouteText> = Route extends string ? Route : Route[number];

type Reserved = "base_url" | "service_name";

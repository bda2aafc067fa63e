/** The names in braces of a route, as a type: `"topic" | "partitions"`. */
export type FieldsIn<Text extends string> = Text extends `${string}{${infer Field}}${infer Rest}` ? Field | FieldsIn<Rest> : never;

/**
 * The routes of an operation in one revision, as the API document prints them. Clients use the first route, and the Reeve service accepts
 * all of them.
 */
export type RouteText = string | readonly [string, ...string[]];

/** The key of a route for all revisions. */
export const EVERY_REVISION = "*";

/** The routes of an operation by revision; `*` is for every revision. */
export type Routes = Readonly<Record<string, RouteText>>;

/** The revisions that have a route. Any text is a revision if a route is for all revisions. */
export type RevisionIn<By extends Routes> = typeof EVERY_REVISION extends keyof By ? string : keyof By & string;

/**
 * Accepts routes if each `{field}` is a field of the input, and if each field in a path is required. Turns other routes into a type whose
 * name describes the mistake.
 */
export type CheckedRoutes<Declared extends Routes, Input, Canonical> = {
  [Revision in keyof Declared]: Mistake<TextOf<Declared[Revision]>, Input, Canonical> extends infer Found
    ? [Found] extends [never]
      ? Declared[Revision]
      : Found
    : never;
};

type Mistake<Text extends string, Input, Canonical> =
  | (Exclude<FieldsIn<Text>, keyof Input | Reserved> extends infer Unknown
      ? [Unknown] extends [never]
        ? never
        : NoFieldOfInput<Unknown>
      : never)
  | (Exclude<FieldsIn<PathOf<Text>>, AlwaysThere<Canonical> | Reserved> extends infer Optional
      ? [Optional] extends [never]
        ? never
        : OptionalInPath<Optional>
      : never);

/** Shown by the compiler if a route names a field that the operation lacks. */
export interface NoFieldOfInput<Field> {
  readonly "this route names a field that the input does not have": Field;
}

/** Shown by the compiler if a path names an optional field. */
export interface OptionalInPath<Field> {
  readonly "this path needs a field that the input may leave out": Field;
}

type TextOf<Route extends RouteText> = Route extends string ? Route : Route[number];

type PathOf<Text extends string> = Text extends `${infer Path}?${string}` ? Path : Text;

type AlwaysThere<Fields> = {
  [Name in keyof Fields]-?: undefined extends Fields[Name] ? never : Record<never, never> extends Pick<Fields, Name> ? never : Name;
}[keyof Fields];

type Reserved = "base_url" | "reeve" | "service_name";

// A file of its own without imports, because programs also need it where they load no schemas.

/** An object without the fields that are undefined, which a type with optional fields does not allow. */
export type Defined<Fields> = { [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name] } & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** Leaves out the fields of an object that are undefined. */
export function defined<const Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}

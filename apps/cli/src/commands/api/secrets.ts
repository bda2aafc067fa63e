import { isRecord, type Request } from "@reeve/contract";

/** Names of fields that count as secret although no operation declares them, such as the fields of a login and misspelt names. */
const SECRET_NAME = /pass(?:word|wd|phrase)|secret|token|credential|(?:access|private|api)[_-]?key/i;

/**
 * Returns a function that tells whether a field counts as secret: either an operation declares the field as secret, or its name looks like
 * that of a secret.
 */
export function secretNames(declared: ReadonlySet<string>): (name: string) => boolean {
  return (name) => declared.has(name) || SECRET_NAME.test(name);
}

/** The values of all secret fields in the body and the query of a request. */
export function secretsIn({ body, query }: Request, isSecret: (name: string) => boolean): readonly string[] {
  const inQuery = [...new URLSearchParams(query)].flatMap(([name, value]) => (isSecret(name) ? [value] : []));
  return [...inQuery, ...valuesIn(body, isSecret)].filter((value) => value !== "");
}

function valuesIn(value: unknown, isSecret: (name: string) => boolean): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesIn(each, isSecret));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    if (typeof each === "string") return isSecret(name) ? [each] : [];
    return valuesIn(each, isSecret);
  });
}

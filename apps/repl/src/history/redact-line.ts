import { HIDDEN_SECRET } from "../show/secrets.ts";

/** A name of a field, a variable or an argument that contains one of these words has a secret as its value. */
const WORDS = [
  ...["token", "password", "passwd", "secret", "credential", "authorization"],
  ...["apikey", "api_key", "accesskey", "access_key", "privatekey", "private_key"],
];

const NAME = `[\\w$.-]*(?:${WORDS.join("|")})[\\w$]*`;

/** A string in any kind of quotes. */
const TEXT = "(\"(?:[^\"\\\\]|\\\\.)*\"?|'(?:[^'\\\\]|\\\\.)*'?|`(?:[^`\\\\]|\\\\.)*`?)";

const ASSIGNED = new RegExp(`((?:["']?)${NAME}(?:["']\\])?(?:["']?)\\s*[:=]\\s*)${TEXT}`, "gi");
const BEARER = /\b((?:token=|bearer\s+))[\w.~+/=-]{8,}/gi;
const JSON_WEB_TOKEN = /\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g;
const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Whether a field or variable with this name contains a secret. */
export function isSecretVariable(name: string): boolean {
  const lower = name.toLowerCase();
  return WORDS.some((word) => lower.includes(word));
}

/** The strings that JavaScript code assigns to fields or variables with the name of a secret. */
export function secretTexts(code: string): readonly string[] {
  return [...code.matchAll(ASSIGNED)].map(([, , text = ""]) => text.slice(1, -1)).filter((text) => text !== "");
}

/**
 * Returns a typed line in the form in which it may be stored: without known secrets and without text that looks like a secret. Returns
 * undefined if the line must not be stored at all.
 */
export function redactLine(line: string, redactKnown: (text: string) => string): string | undefined {
  if (KEY.test(line)) return undefined;
  return redactKnown(line)
    .replace(ASSIGNED, (_, name: string, text: string) => `${name}${text.charAt(0)}${HIDDEN_SECRET}${text.charAt(0)}`)
    .replace(BEARER, (_, before: string) => `${before}${HIDDEN_SECRET}`)
    .replace(JSON_WEB_TOKEN, HIDDEN_SECRET);
}

/** A token of CQL: a word, a quoted name, a string, or a sign. */
export interface CqlToken {
  readonly type: "word" | "name" | "string" | "sign";
  /** The keyword in lower case, the name as the database knows it, the string's text, or the sign. */
  readonly value: string;
}

/** A statement of a text, without the semicolon. */
export interface Statement {
  readonly text: string;
  readonly tokens: readonly CqlToken[];
}

/**
 * Splits a text into its statements, with the lexical rules of the database: a semicolon in a string, a quoted name or a comment ends no
 * statement. Returns the place of the first character that has no place in CQL, if there is one.
 */
export function statementsIn(text: string): readonly Statement[] | { readonly unreadableAt: number } {
  const statements: Statement[] = [];
  let tokens: CqlToken[] = [];
  let [start, end] = [0, 0];
  const complete = () => {
    if (tokens.length > 0) statements.push({ text: text.slice(start, end), tokens });
    tokens = [];
  };
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const { groups } = TOKEN.exec(text) ?? {};
    if (!groups) return { unreadableAt: at };
    const token = tokenOf(groups);
    if (!token) continue;
    if (token.type === "sign" && token.value === ";") {
      complete();
      continue;
    }
    if (tokens.length === 0) start = at;
    end = TOKEN.lastIndex;
    tokens.push(token);
  }
  complete();
  return statements;
}

const TOKEN = new RegExp(
  [
    String.raw`(?<blank>[ \t\r\n]+|(?:--|//)[^\r\n]*|/\*[\s\S]*?\*/)`,
    "'(?<text>(?:[^']|'')*)'",
    String.raw`\$\$(?<body>[\s\S]*?)\$\$`,
    '"(?<name>(?:[^"]|"")+)"',
    "(?<word>[A-Za-z0-9_]+)",
    String.raw`(?<sign>(?!/\*)[-.,:;=<>(){}[\]+*/%?!])`,
  ].join("|"),
  "y",
);

function tokenOf({ text, body, name, word, sign }: Readonly<Record<string, string | undefined>>): CqlToken | undefined {
  if (word !== undefined) return { type: "word", value: word.toLowerCase() };
  if (sign !== undefined) return { type: "sign", value: sign };
  if (name !== undefined) return { type: "name", value: name.replaceAll('""', '"') };
  if (text !== undefined) return { type: "string", value: text.replaceAll("''", "'") };
  return body === undefined ? undefined : { type: "string", value: body };
}

import type { Credentials } from "@reeve/auth";

/** Takes secrets out of text that a server sent, as they are and as JSON writes them. */
export function withoutSecrets(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret === "") continue;
    for (const form of new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
    ])) {
      clean = clean.replaceAll(form, "<redacted>");
    }
  }
  return clean;
}

/** Notes every token that credentials give, so that none of them can come back in what is shown of an answer. */
export function noted(credentials: Credentials, tokens: Set<string>): Credentials {
  return {
    ...credentials,
    obtain: async (context) => {
      const token = await credentials.obtain(context);
      tokens.add(token.value);
      return token;
    },
  };
}

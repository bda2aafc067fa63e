import { type Context, limitsOf, type ParsedArguments, urlOf } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { type ClusterAuthority, connectionOptionsOf, fetchAuthority, isSameFingerprint, type Settings } from "@reeve/profiles";
import { isYes, requireConversation, shown } from "@reeve/terminal";
import { tlsConnector } from "@reeve/transport/node";

/** A certificate authority that the user has accepted. */
export interface Trusted {
  readonly pem: string;
  readonly fingerprint: string;
}

/** Fetches a cluster's own certificate authority, shows it, and asks whether to trust it. */
export async function trust(
  settings: Settings,
  expected: string | undefined,
  args: ParsedArguments,
  { terminal, signal }: Context,
): Promise<Trusted> {
  const url = urlOf(settings);
  const authority = await authorityAt(settings, signal, limitsOf(args).attempt);
  const { pem, fingerprint, verification } = authority;
  const style = terminal.notes.style();
  terminal.notes.write(
    described(url, authority)
      .map((line) => `${shown(line, style)}\n`)
      .join(""),
  );
  if (verification !== true) {
    throw new ReeveError(
      "untrusted-certificate",
      `the authority did not sign the certificate of ${url} (${verification}), so the authority was not trusted`,
    );
  }
  if (expected !== undefined) {
    if (isSameFingerprint(expected, fingerprint)) return { pem, fingerprint };
    throw new ReeveError(
      "untrusted-certificate",
      `the authority has the fingerprint ${fingerprint}, not the expected one, so it was not trusted`,
    );
  }
  const talk = requireConversation(
    terminal.conversation(signal),
    "the authority's fingerprint must be confirmed, but there is no terminal",
    "Give the expected fingerprint with --fingerprint SHA256.",
  );
  if (await isYes(talk, "Is this the expected fingerprint, and do you trust the authority?")) return { pem, fingerprint };
  throw new ReeveError("cancelled", "not confirmed: the authority was not trusted");
}

/** The cluster's own authority, which is fetched without trust in the one that the settings name. */
export function authorityAt(settings: Settings, signal: AbortSignal, attempt: number | undefined): Promise<ClusterAuthority> {
  const url = urlOf(settings);
  const { ca: _, ...options } = connectionOptionsOf(settings);
  return fetchAuthority(url, signal, attempt, tlsConnector({ url, ...options }));
}

function described(url: string, { subject, issuer, fingerprint, validFrom, validTo }: ClusterAuthority): readonly string[] {
  return [
    `cluster      ${url}`,
    `authority    ${subject}`,
    ...(issuer === subject ? [] : [`issued by    ${issuer}`]),
    `valid        ${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}`,
    `SHA-256      ${fingerprint}`,
  ];
}

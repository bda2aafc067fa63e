import { ReeveError } from "@reeve/contract";
import type { CryptoKey, JWK } from "jose";

/** An RSA private key as PEM text or as a JWK. */
export type PrivateKey = string | Readonly<Record<string, unknown>>;

/** RS256 requires keys of at least this many bits (RFC 7518). */
const MIN_BITS = 2048;

/** Imports an RSA private key for RS256. Throws `bad-input` with the reason, which never contains a part of the key. */
export async function importPrivateKey(key: PrivateKey): Promise<CryptoKey> {
  try {
    const imported = await importAny(key);
    const { modulusLength: bits } = imported.algorithm as RsaHashedKeyAlgorithm;
    if (bits < MIN_BITS) throw unusable(`it has ${bits} bits, too few for RS256, which requires at least ${MIN_BITS}`);
    return imported;
  } catch (error) {
    if (error instanceof ReeveError) throw error;
    throw unusable("it is not well-formed");
  }
}

function importAny(key: PrivateKey): Promise<CryptoKey> {
  if (typeof key !== "string") return importJwk(key);
  return key.trimStart().startsWith("{") ? importJwk(JSON.parse(key)) : importPem(pemText(key));
}

async function importJwk(key: Readonly<Record<string, unknown>>): Promise<CryptoKey> {
  if (key.kty !== "RSA") throw unusable(`its kty is ${JSON.stringify(key.kty) ?? "missing"}, not "RSA"`);
  if (key.d === undefined) throw unusable("it is a public key");
  const { importJWK } = await import("jose/key/import");
  return (await importJWK({ ...key } as JWK, "RS256")) as CryptoKey;
}

async function importPem(text: string): Promise<CryptoKey> {
  const [block = "", kind, base64 = ""] = /-----BEGIN ([A-Z ]+)-----([\s\S]*?)-----END \1-----/.exec(text) ?? [];
  if (kind === undefined) throw unusable("it has no PEM block");
  if (kind === "ENCRYPTED PRIVATE KEY" || base64.includes("ENCRYPTED")) {
    throw unusable("it is encrypted: decrypt it first, for example with openssl pkcs8");
  }
  if (kind.includes("PUBLIC")) throw unusable("it is a public key");
  if (kind !== "PRIVATE KEY" && kind !== "RSA PRIVATE KEY") throw unusable(`it is a PEM block of ${kind}`);
  const other = kind === "PRIVATE KEY" ? otherKind(bytesOf(base64)) : undefined;
  if (other !== undefined) throw unusable(`it is ${other}, which RS256 cannot use`);
  const { importPKCS8 } = await import("jose/key/import");
  const pkcs8 = kind === "PRIVATE KEY" ? block : pemOf(pkcs8Of(bytesOf(base64)));
  return importPKCS8(pkcs8, "RS256");
}

/** The kind of a key that is not RSA. PKCS#8 names the algorithm before the key itself, so the first bytes are enough. */
function otherKind(pkcs8: Uint8Array): string | undefined {
  const hex = Array.from(pkcs8.subarray(0, 32), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const [, algorithm = ""] = /^30(?:[0-7].|81..|82....)02010030(?:..)06(.*)/.exec(hex) ?? [];
  return otherKinds.find(([start]) => algorithm.startsWith(start))?.[1];
}

/** The object identifiers of algorithms in hexadecimal, each after its length, and the kinds of keys that they stand for. */
const otherKinds = [
  ["072a8648ce3d0201", "an EC key"],
  ["032b6570", "an Ed25519 key"],
  ["032b6571", "an Ed448 key"],
  ["092a864886f70d01010a", "an RSA-PSS key"],
] as const;

/** Wraps PKCS#1 in PKCS#8: a sequence of a version, the name of the algorithm (RSA) and the key itself. */
function pkcs8Of(pkcs1: Uint8Array): Uint8Array {
  const version = [0x02, 0x01, 0x00];
  const rsaEncryption = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];
  const key = [0x04, ...derLength(pkcs1.length), ...pkcs1];
  const content = [...version, ...rsaEncryption, ...key];
  return Uint8Array.from([0x30, ...derLength(content.length), ...content]);
}

function derLength(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64.replace(/\s/g, "")), (character) => character.charCodeAt(0));
}

function pemOf(bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----\n`;
}

function unusable(reason: string): ReeveError {
  return new ReeveError("bad-input", `the private key cannot be used: ${reason}; an RSA key as PEM or JWK is needed`);
}

/** Restores the line breaks of PEM text, because environment variables often contain `\\n` instead. */
export function pemText(text: string): string {
  return text.replaceAll("\\r", "").replaceAll("\\n", "\n");
}

import { pemText } from "@reeve/auth";
import { ReeveError } from "@reeve/contract";

/**
 * The PEM text of a CA. Throws `bad-input` if it contains no certificate, so that a mistake cannot make the transport trust other
 * authorities.
 */
export function readCa(ca: string | { readonly file: string }): string {
  const text = pemText(typeof ca === "string" ? ca : readFile(ca.file));
  const what = typeof ca === "string" ? "the text" : ca.file;
  if (!/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END/.test(text)) {
    throw new ReeveError("bad-input", `ca: ${what} holds no certificate in PEM form`);
  }
  const crypto = globalThis.process?.getBuiltinModule?.("node:crypto");
  try {
    if (crypto) new crypto.X509Certificate(text);
  } catch {
    throw new ReeveError("bad-input", `ca: ${what} holds a certificate that cannot be read`);
  }
  return text;
}

function readFile(path: string): string {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs) throw new ReeveError("bad-input", "ca: files cannot be read here; give the text of the certificate");
  try {
    return fs.readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new ReeveError(
      "bad-input",
      `ca: ${path} cannot be read${code === "ENOENT" ? ": there is no such file" : ` (${code})`}`,
    );
  }
}

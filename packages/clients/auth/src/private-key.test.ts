import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { importPrivateKey } from "./private-key.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const edwards = generateKeyPairSync("ed25519").privateKey;
const pss = generateKeyPairSync("rsa-pss", { modulusLength: 2048 }).privateKey;
const short = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
const pem = (type: "pkcs1" | "pkcs8") => privateKey.export({ type, format: "pem" }).toString();

describe("an RSA key", () => {
  test.each([
    ["PKCS#8", pem("pkcs8")],
    ["PKCS#1", pem("pkcs1")],
    ["PKCS#8 with lines before it", `\nBag Attributes\n  friendlyName: robot\n${pem("pkcs8")}`],
    ["PKCS#1 with Windows line ends and text around it", `mine:\r\n${pem("pkcs1").replaceAll("\n", "\r\n")}`],
    ["a JWK", privateKey.export({ format: "jwk" }) as Record<string, unknown>],
    ["the text of a JWK", ` ${JSON.stringify(privateKey.export({ format: "jwk" }))}`],
  ])("as %s", async (_, key) => {
    const imported = await importPrivateKey(key);
    expect(imported.type).toBe("private");
    expect(imported.algorithm).toMatchObject({ name: "RSASSA-PKCS1-v1_5", modulusLength: 2048 });
  });
});

describe("refused, with the reason and without a part of the key", () => {
  const encrypted = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" }).toString();
  test.each([
    ["an encrypted one", encrypted, "it is encrypted"],
    ["a public one", publicKey.export({ type: "spki", format: "pem" }).toString(), "it is a public key"],
    ["a public JWK", publicKey.export({ format: "jwk" }) as Record<string, unknown>, "it is a public key"],
    ["an elliptic one", elliptic.export({ type: "pkcs8", format: "pem" }).toString(), "it is an EC key, which RS256"],
    ["an Ed25519 one", edwards.export({ type: "pkcs8", format: "pem" }).toString(), "it is an Ed25519 key, which"],
    ["an RSA-PSS one", pss.export({ type: "pkcs8", format: "pem" }).toString(), "it is an RSA-PSS key, which"],
    ["an elliptic one of its own form", elliptic.export({ type: "sec1", format: "pem" }).toString(), "it is a PEM block of EC PRIVATE KEY"],
    ["an elliptic JWK", elliptic.export({ format: "jwk" }) as Record<string, unknown>, 'its kty is "EC"'],
    ["a short one", short.export({ type: "pkcs8", format: "pem" }).toString(), "it has 1024 bits, too few for RS256"],
    ["a short JWK", short.export({ format: "jwk" }) as Record<string, unknown>, "it has 1024 bits, too few for RS256"],
    ["nothing", "", "it has no PEM block"],
    ["garbage", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "it is not well-formed"],
    ["broken JSON", '{"kty":"RSA"', "it is not well-formed"],
  ])("%s", async (_, key, reason) => {
    const refused = importPrivateKey(key);
    await expect(refused).rejects.toMatchObject({ code: "bad-input" });
    await expect(refused).rejects.toThrow(`the private key cannot be used: ${reason}`);
    await expect(refused).rejects.toThrow("an RSA key as PEM or JWK is needed");
  });
});

import { ReeveError } from "@reeve/contract";

/** The base URL without a trailing slash. Throws `bad-input` if requests cannot be sent to it. */
export function baseUrl(text: string): string {
  if (typeof text !== "string") {
    throw new ReeveError("bad-input", "url: expected the address of the cluster, such as https://cluster.example");
  }
  if (!URL.canParse(text)) throw refused(text, "it is not a URL: expected something like https://cluster.example");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refused(text, "expected http:// or https://");
  if (url.username !== "" || url.password !== "") {
    throw new ReeveError("bad-input", "url: it cannot contain a user or a password; give credentials instead");
  }
  if (url.search !== "" || url.hash !== "")
    throw new ReeveError("bad-input", "url: it cannot have a query or a fragment");
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function refused(text: string, reason: string): ReeveError {
  // The text before an @ may contain a password, so the URL is not shown.
  const shown = text.includes("@") ? "the URL" : JSON.stringify(text.slice(0, 200));
  return new ReeveError("bad-input", `url: ${shown} cannot be used: ${reason}`);
}

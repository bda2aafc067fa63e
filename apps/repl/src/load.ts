/**
 * Loads a part of the shell on first use, synchronously, because the next input may already use it. The parts are in this folder, in the
 * sources and in the bundle.
 */
export function load<Part>(
  part: "where" | "yaml" | "live" | "editing" | "kind-broker" | "kind-wide-column" | "kind-file-system",
): Part {
  const from = import.meta.url;
  const require = process.getBuiltinModule("node:module").createRequire(from);
  return require(`./${part}${from.slice(from.lastIndexOf("."))}`) as Part;
}

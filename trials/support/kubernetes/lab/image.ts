/** Packs a folder as an image: `node image.ts FOLDER NAME FILE CONFIG`. */
import { ociArchive } from "../../../../scripts/images/oci-archive.ts";

const [root = "", name = "", file = "", config = "{}"] = process.argv.slice(2);
console.log(await ociArchive(root, name, file, JSON.parse(config)));

/** `node image.ts FOLDER NAME FILE CONFIG`: packs a folder as an image. */
import { ociArchive } from "../oci-archive.ts";

const [root = "", name = "", file = "", config = "{}"] = process.argv.slice(2);
console.log(await ociArchive(root, name, file, JSON.parse(config)));

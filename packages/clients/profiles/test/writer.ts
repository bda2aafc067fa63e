/** A program for tests: adds profiles, one after another. */
import { addProfile, contextOfThisProcess } from "../src/index.ts";

const [name = "x", count = "1"] = process.argv.slice(2);
for (let index = 0; index < Number(count); index++) {
  await addProfile(contextOfThisProcess(), `${name}${index}`, { url: "https://cluster.example" }, { token: "x" });
}

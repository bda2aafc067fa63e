import { decode, isRecord, keyed, object, ReeveError, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { checkVersion, readJsonFile } from "../files/json-file.ts";
import { writeJsonFile } from "../files/write-file.ts";
import { Profile } from "./profile.ts";

/** The version of the file format that this program writes, and the newest version that it reads. */
const VERSION = 1;

/** A user's profiles. Unknown fields are kept. */
export interface ProfileFile {
  readonly version: number;
  /** The default profile. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
  /** The default output format. */
  readonly output?: string;
}

const ProfileFile: Schema<ProfileFile> = object({
  version: v.number(),
  current: v.exactOptional(v.string("expected the name of a profile")),
  profiles: keyed(v.string(), Profile),
  output: v.exactOptional(v.string("expected text")),
});

const empty: ProfileFile = { version: VERSION, profiles: {} };

/** Reads the profiles; a missing file contains none. */
export function readProfileFile(path: string): ProfileFile {
  const value = readJsonFile(path);
  if (value === undefined) return empty;
  checkVersion(path, value, VERSION);
  const decoded = decode(ProfileFile, isRecord(value.profiles) ? value : { ...value, profiles: value.profiles ?? {} });
  if (decoded.ok) return decoded.value;
  throw new ReeveError("bad-input", `${path} is not valid: ${decoded.issues[0]}`);
}

/** Writes the profile file. */
export function writeProfileFile(path: string, file: ProfileFile): void {
  writeJsonFile(path, { ...file, version: VERSION });
}

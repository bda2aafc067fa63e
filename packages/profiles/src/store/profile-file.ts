import { decode, isRecord, keyed, object, ReeveError, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { checkVersion, readJsonFile } from "../files/json-file.ts";
import { writeJsonFile } from "../files/write-file.ts";
import { Profile } from "./profile.ts";

/** The version of the file that this Reeve writes, and the newest that it reads. */
const VERSION = 1;

/** What a user's file of profiles says. Fields that this Reeve does not know are kept. */
export interface ProfileFile {
  readonly version: number;
  /** The profile that is used where none is named. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
  /** How results are written, where nothing else is said. */
  readonly output?: string;
}

const ProfileFile: Schema<ProfileFile> = object({
  version: v.number(),
  current: v.exactOptional(v.string("expected the name of a profile")),
  profiles: keyed(v.string(), Profile),
  output: v.exactOptional(v.string("expected text")),
});

const empty: ProfileFile = { version: VERSION, profiles: {} };

/** Reads the file of profiles; where there is none, there are no profiles. */
export function readProfileFile(path: string): ProfileFile {
  const value = readJsonFile(path);
  if (value === undefined) return empty;
  checkVersion(path, value, VERSION);
  const decoded = decode(ProfileFile, isRecord(value.profiles) ? value : { ...value, profiles: value.profiles ?? {} });
  if (decoded.ok) return decoded.value;
  throw new ReeveError("bad-input", `${path} cannot be understood: ${decoded.issues[0]}`);
}

/** Writes the file of profiles. */
export function writeProfileFile(path: string, file: ProfileFile): void {
  writeJsonFile(path, { ...file, version: VERSION });
}

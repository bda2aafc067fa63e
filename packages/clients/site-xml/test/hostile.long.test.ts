import { describeHostile } from "./hostile.ts";

describeHostile(1_000_000, 60);

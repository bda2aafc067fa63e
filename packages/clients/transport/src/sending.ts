// The parts of the transport that use ky, which are loaded with the first call.
export { call } from "./call.ts";
export { sendLogin } from "./send-login.ts";
export { openSender } from "./sender.ts";

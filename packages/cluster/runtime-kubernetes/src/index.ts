export {
  type ApiServerConnection,
  type Connection,
  findConnection,
  fromKubeconfig,
  fromServiceAccount,
} from "./api/connection.ts";
export { createKubernetesRuntime, type KubernetesRuntimeOptions } from "./kubernetes-runtime.ts";
export { type InstalledService, type InstallOptions, installService } from "./service/install.ts";
export { type RoleRule, roleObjects, roleRules, type ServiceObject, serviceObjects } from "./service/service-objects.ts";
export { readServiceSettings, type ServiceOptions, type ServiceSettings, type ServiceTls } from "./service/service-settings.ts";
export { SERVICE_FILES } from "./service/stateful-set.ts";
export { type KubernetesSettings, kubernetesSettings } from "./settings.ts";

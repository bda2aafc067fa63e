/** The names of the containers of tasks, and of the container of the service. */
export const TASK_CONTAINER = "task";
export const SERVICE_CONTAINER = "service";

/** The container settings of a pod, in the form in which schedulers of this kind write them. */
interface ContainerSettings {
  readonly "image-name": string;
}

export const containerWith = (image: string): ContainerSettings => ({ "image-name": image });

/** Returns the image of a pod; undefined if its specification was made before pods had container settings. */
export function imageOf(container: unknown): string | undefined {
  return (container as Partial<ContainerSettings> | null)?.["image-name"];
}

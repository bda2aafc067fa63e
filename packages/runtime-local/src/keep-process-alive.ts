/** Keeps the process alive, which the service's timers do not do, until the returned function is called. */
export function keepProcessAlive(): () => void {
  const timer = setInterval(() => undefined, 2 ** 30);
  return () => clearInterval(timer);
}

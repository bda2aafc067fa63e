/** Keeps the process alive until the returned function is called, because the service's timers do not. */
export function keepProcessAlive(): () => void {
  const timer = setInterval(() => undefined, 2 ** 30);
  return () => clearInterval(timer);
}

/** Keeps the process alive until the returned function is called. The timers of the service do not keep it alive. */
export function keepProcessAlive(): () => void {
  const timer = setInterval(() => undefined, 2 ** 30);
  return () => clearInterval(timer);
}

/** Keeps this process from ending, which timers of the service do not, until the function that it gives is called. */
export function stayAwake(): () => void {
  const timer = setInterval(() => undefined, 2 ** 30);
  return () => clearInterval(timer);
}

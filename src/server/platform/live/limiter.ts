/** Answers a function that runs at most `max` pieces of work at once, the others in the order they were given. */
export function createLimiter(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place is handed on to whoever waits.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Returns a function that runs at most `max` tasks at once, and the others in order. */
export function createLimiter(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The next waiting task starts in its place.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Milliseconds that this process computed, whatever else the machine did meanwhile. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** CPU time below which a measurement is noise, in milliseconds. */
const NOISE = 5

/** How much larger the second input is. */
const STEP = 8

/** A ratio between linear growth, 8, and square growth, 64, as far from one as from the other. */
export const LINEAR_LIMIT = 22

/**
 * How many times more CPU time `work(8 * size)` takes than `work(size)`, each the best of up to nine runs in alternation, so
 * that a busy machine slows both. Linear work gives about 8, square work 64; work that is over at once gives at most a few.
 */
export async function measureGrowth(work: (size: number) => unknown, size: number): Promise<number> {
  const small: number[] = []
  const large: number[] = []
  // Short runs are repeated more often, because compiling and collecting memory is a large part of them.
  const limit = () => ((large[0] ?? 0) < 1000 ? ((large[0] ?? 0) < 200 ? 9 : 3) : 1)
  const repeats = () => (limit() === 1 ? 3 : 1)
  while (large.length < limit()) {
    large.push(await cpuTime(() => work(STEP * size)))
    for (let at = 0; at < repeats(); at += 1) small.push(await cpuTime(() => work(size)))
  }
  const best = (taken: readonly number[]) => Math.max(NOISE, Math.min(...taken))
  return best(large) / best(small)
}

/** Milliseconds that this process computed, whatever else the machine did meanwhile. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** CPU time below which a measurement is noise, in milliseconds. */
const NOISE = 5

/** How often a ratio above the limit is measured. */
const MAX_ROUNDS = 3

/** How much larger the second input is. */
const STEP = 8

/** A ratio between linear growth, 8, and square growth, 64, as far from one as from the other. */
export const LINEAR_LIMIT = 22

/** How often the small input is measured for each large one. */
const SMALL_RUNS = 3

/** A ratio that ends a measurement at once: square work gives it only where each small run took five times its time. */
const CLEARLY_LINEAR = 12

/**
 * How many times more CPU time `work(8 * size)` takes than `work(size)`, each the best of up to nine runs in alternation, so
 * that a busy machine slows both; one where the ratio is clearly linear. Linear work gives about 8, square work 64; work
 * that is over at once gives at most a few. A ratio above the limit is measured again, because collecting the memory of
 * earlier tests may slow all large runs.
 */
export async function measureGrowth(work: (size: number) => unknown, size: number): Promise<number> {
  const small: number[] = []
  const large: number[] = []
  // Short runs are repeated more often, because compiling and collecting memory is a large part of them.
  const limit = () => ((large[0] ?? 0) < 1000 ? ((large[0] ?? 0) < 200 ? 9 : 3) : 1)
  const best = (taken: readonly number[]) => Math.max(NOISE, Math.min(...taken))
  const ratio = () => best(large) / best(small)
  for (let round = 1; round === 1 || (round <= MAX_ROUNDS && ratio() >= LINEAR_LIMIT); round += 1) {
    while (large.length < round * limit()) {
      large.push(await cpuTime(() => work(STEP * size)))
      // The large run has compiled the code: the small ones are no slower than later ones.
      for (let at = 0; at < SMALL_RUNS; at += 1) small.push(await cpuTime(() => work(size)))
      if (ratio() < CLEARLY_LINEAR) return ratio()
    }
  }
  return ratio()
}

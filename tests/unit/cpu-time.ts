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

/**
 * How many times more CPU time `work(8 * size)` takes than `work(size)`, each the best of up to nine runs in alternation, so
 * that a busy machine slows both. Linear work gives about 8, square work 64; work that is over at once gives at most a few.
 * A ratio above the limit is measured again, because collecting the memory of earlier tests may slow all large runs.
 */
export async function measureGrowth(work: (size: number) => unknown, size: number): Promise<number> {
  const small: number[] = []
  const large: number[] = []
  // Short runs are repeated more often, because compiling and collecting memory is a large part of them.
  const limit = () => ((large[0] ?? 0) < 1000 ? ((large[0] ?? 0) < 200 ? 9 : 3) : 1)
  const repeats = () => (limit() === 1 ? 3 : 1)
  const best = (taken: readonly number[]) => Math.max(NOISE, Math.min(...taken))
  const ratio = () => best(large) / best(small)
  for (let round = 1; round === 1 || (round <= MAX_ROUNDS && ratio() >= LINEAR_LIMIT); round += 1) {
    while (large.length < round * limit()) {
      large.push(await cpuTime(() => work(STEP * size)))
      for (let at = 0; at < repeats(); at += 1) small.push(await cpuTime(() => work(size)))
    }
  }
  return ratio()
}

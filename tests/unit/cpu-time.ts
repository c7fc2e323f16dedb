/** Milliseconds that this process computed, whatever else the machine did meanwhile. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** CPU time below which a measurement is noise, in milliseconds. */
const NOISE = 5

/**
 * How many times more CPU time `work(4 * size)` takes than `work(size)`, each the best of up to nine runs. Linear
 * work gives about 4, quadratic work 16; work that is over at once gives at most a few.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  const best = async (at: number) => {
    const taken: number[] = []
    // Short runs are repeated more often, because compiling and collecting memory is a large part of them.
    const limit = () => ((taken[0] ?? 0) < 1000 ? ((taken[0] ?? 0) < 200 ? 9 : 3) : 1)
    while (taken.length < limit()) taken.push(await cpuTime(() => work(at)))
    return Math.max(NOISE, Math.min(...taken))
  }
  const once = await best(size)
  return (await best(4 * size)) / once
}

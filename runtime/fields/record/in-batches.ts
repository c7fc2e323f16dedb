/** Requests that run at the same time. */
const PARALLEL_REQUESTS = 4

/** The results of all items, a few at a time. */
export async function mapInBatches<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += PARALLEL_REQUESTS)
    results.push(...(await Promise.all(items.slice(at, at + PARALLEL_REQUESTS).map(run))))
  return results
}

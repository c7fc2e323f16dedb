/** Limits of waiting payloads in total, per source, and per query. */
const MAX_WAITING = 1000
const MAX_WAITING_PER_SOURCE = 30
const MAX_BATCH = 100

interface Setup<Source> {
  /** Sends payloads in order, in one query. */
  publish(payloads: readonly string[]): Promise<unknown>
  /** Called when the database accepts payloads again after some of this source were dropped. */
  onRecovered(source: Source): void
  onError(error: unknown): void
}

/**
 * Payloads for the database: each query sends those that arrived during the query before, so that any number of
 * sources uses one connection. While the database is slow, excess payloads are dropped and their sources are recorded.
 */
export class Publisher<Source> {
  #waiting: { payload: string; source: Source }[] = []
  readonly #counts = new Map<Source, number>()
  readonly #losers = new Set<Source>()
  #isRunning = false

  constructor(readonly setup: Setup<Source>) {}

  add(payload: string, source: Source): void {
    const count = this.#counts.get(source) ?? 0
    if (count >= MAX_WAITING_PER_SOURCE || this.#waiting.length >= MAX_WAITING) {
      this.#losers.add(source)
      return
    }
    this.#counts.set(source, count + 1)
    this.#waiting.push({ payload, source })
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH)
      const isSent = await this.#send(batch.map(({ payload }) => payload))
      for (const { source } of batch) {
        this.#release(source)
        if (!isSent) this.#losers.add(source)
      }
      if (isSent && this.#waiting.length === 0) this.#recover()
    }
    this.#isRunning = false
  }

  async #send(payloads: readonly string[]): Promise<boolean> {
    try {
      await this.setup.publish(payloads)
      return true
    } catch (error) {
      this.setup.onError(error)
      return false
    }
  }

  #release(source: Source): void {
    const count = (this.#counts.get(source) ?? 0) - 1
    if (count > 0) this.#counts.set(source, count)
    else this.#counts.delete(source)
  }

  #recover(): void {
    const losers = [...this.#losers]
    this.#losers.clear()
    for (const source of losers) this.setup.onRecovered(source)
  }
}

/** Limits of a queue. Pending work is running or waiting. */
export interface QueueLimits {
  maxRunning: number
  maxRunningPerKey: number
  maxPending: number
  maxPendingPerKey: number
  /** Milliseconds. */
  maxWait: number
}

/** The reason of a refusal: its own key has too much pending work, all keys together have, or its requester has disconnected. */
export type QueueRefusal = 'own' | 'all' | 'gone'

/** Releases the permit; a second call does nothing. */
export type ReleasePermit = () => void

interface Waiter {
  start(): void
  refuse(reason: QueueRefusal): void
}

interface Lane {
  running: number
  waiting: Set<Waiter>
}

/**
 * Gives permits to work: round robin between keys, first come first served within a key. When the queue is full
 * the longest lane loses its newest entry, so a key with little work is not refused because of a key with much.
 */
export class FairQueue {
  #running = 0
  #waiting = 0
  /** In the order of their next permits. */
  readonly #lanes = new Map<string, Lane>()

  constructor(
    readonly limits: QueueLimits,
    /** Creates the error for a refused caller. */
    readonly buildRefusal: (reason: QueueRefusal) => Error,
  ) {}

  /** Runs the work with a permit. Rejects with the refusal when it gets none. */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(key, signal)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Resolves with a permit, which lasts until the returned function is called. */
  acquire(key: string, signal?: AbortSignal): Promise<ReleasePermit> {
    const { maxRunning, maxRunningPerKey, maxPending, maxPendingPerKey } = this.limits
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: new Set() }
    if (signal?.aborted) return this.#reject('gone')
    if (lane.running + lane.waiting.size >= maxPendingPerKey) return this.#reject('own')
    // Runnable work never waits: free capacity here means that no waiting key may use it.
    if (this.#running < maxRunning && lane.running < maxRunningPerKey)
      return Promise.resolve(this.#start(key, lane))
    if (this.#running + this.#waiting >= maxPending && !this.#makeRoom(lane)) return this.#reject('all')
    this.#lanes.set(key, lane)
    return this.#wait(key, lane, signal)
  }

  /** Whether work of another key waits that could start if a permit of this key ended. */
  isAwaitedBeside(key: string): boolean {
    for (const [other, { running, waiting }] of this.#lanes)
      if (other !== key && waiting.size > 0 && running < this.limits.maxRunningPerKey) return true
    return false
  }

  #reject(reason: QueueRefusal): Promise<never> {
    return Promise.reject(this.buildRefusal(reason))
  }

  #wait(key: string, lane: Lane, signal?: AbortSignal): Promise<ReleasePermit> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        lane.waiting.delete(waiter)
        this.#waiting -= 1
      }
      const waiter: Waiter = {
        start: () => {
          settle()
          resolve(this.#start(key, lane))
        },
        refuse: (reason) => {
          settle()
          this.#forget(key, lane)
          reject(this.buildRefusal(reason))
        },
      }
      const onAbort = () => waiter.refuse('gone')
      const onLate = () => waiter.refuse(lane.running < this.limits.maxRunningPerKey ? 'all' : 'own')
      const timer = setTimeout(onLate, this.limits.maxWait)
      signal?.addEventListener('abort', onAbort, { once: true })
      lane.waiting.add(waiter)
      this.#waiting += 1
    })
  }

  #start(key: string, lane: Lane): ReleasePermit {
    this.#running += 1
    lane.running += 1
    // To the end: all other keys get a permit first.
    this.#lanes.delete(key)
    this.#lanes.set(key, lane)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#running -= 1
      lane.running -= 1
      this.#forget(key, lane)
      this.#next()
    }
  }

  #forget(key: string, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.size === 0) this.#lanes.delete(key)
  }

  #next(): void {
    for (const lane of this.#lanes.values()) {
      if (this.#running >= this.limits.maxRunning) return
      if (lane.running >= this.limits.maxRunningPerKey) continue
      const [first] = lane.waiting
      first?.start()
    }
  }

  /** Refuses the newest entry of the longest lane, if that lane stays at least as long as this one. */
  #makeRoom(lane: Lane): boolean {
    let longest = lane
    for (const other of this.#lanes.values()) if (other.waiting.size > longest.waiting.size) longest = other
    if (longest.waiting.size <= lane.waiting.size + 1) return false
    ;[...longest.waiting].at(-1)?.refuse('own')
    return true
  }
}

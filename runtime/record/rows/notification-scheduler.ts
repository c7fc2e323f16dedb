/** Milliseconds without a deferred change after which its listeners are notified. */
const TYPING_PAUSE_MS = 150
/** The longest that a notification waits while further changes are deferred, in milliseconds. */
const MAX_WAIT_MS = 500

/**
 * Decides when listeners are notified of a change: at once, or deferred. The change of a typed key is stored at once
 * like any other; only the notification waits until typing pauses, so that no letter waits for the effects of the ones before.
 */
export class NotificationScheduler {
  readonly #waiting = new Set<() => void>()
  #isHeld = false
  /** The notifications of the changes that are joined now. */
  readonly #joined = new Set<() => void>()
  #depth = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the first of the waiting notifications was deferred. */
  #since = 0

  /** Calls `announce` now, or together with the others when deferred changes are notified. */
  notify(notify: () => void): void {
    if (this.#depth > 0) this.#joined.add(notify)
    else if (this.#isHeld) this.#waiting.add(notify)
    else notify()
  }

  /** Joins changes: each notification of them is sent once, when the outermost one ends. */
  batch<T>(change: () => T): T {
    this.#depth += 1
    try {
      return change()
    } finally {
      this.#depth -= 1
      if (this.#depth === 0) {
        const joined = [...this.#joined]
        this.#joined.clear()
        for (const notify of joined) this.notify(notify)
      }
    }
  }

  /** Makes a change of a typed key, whose listeners are notified when typing pauses. */
  defer(change: () => void): void {
    const wasHeld = this.#isHeld
    this.#isHeld = true
    try {
      change()
    } finally {
      this.#isHeld = wasHeld
    }
    if (this.#waiting.size === 0) return
    const now = performance.now()
    if (this.#timer === undefined) this.#since = now
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.flush(), Math.min(TYPING_PAUSE_MS, this.#since + MAX_WAIT_MS - now))
  }

  /** Sends the waiting notifications. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const notify of waiting) notify()
  }
}

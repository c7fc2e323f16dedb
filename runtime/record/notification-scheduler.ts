/** Calls back once, later: for example after the current frame is painted. */
export type Defer = (report: () => void) => void

/**
 * Decides when listeners are notified of a change: at once, or deferred. The change of a typed key is stored at once
 * like any other; only the notification waits, so that the letter is painted before its effects.
 */
export class NotificationScheduler {
  readonly #waiting = new Set<() => void>()
  #isHeld = false
  #isDue = false

  /** Calls `announce` now, or together with the others when a deferred change is notified. */
  notify(announce: () => void): void {
    if (this.#isHeld) this.#waiting.add(announce)
    else announce()
  }

  /** Makes a change whose listeners are notified when `soon` calls back. */
  defer(change: () => void, soon: Defer): void {
    const wasHeld = this.#isHeld
    this.#isHeld = true
    try {
      change()
    } finally {
      this.#isHeld = wasHeld
    }
    if (this.#waiting.size === 0 || this.#isDue) return
    this.#isDue = true
    soon(() => this.flush())
  }

  /** Sends the waiting notifications. */
  flush(): void {
    this.#isDue = false
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const announce of waiting) announce()
  }
}

/** Calls back once, a moment later: after the frame that is being made is on the screen, say. */
export type Defer = (tell: () => void) => void

/**
 * When listeners hear of a change: at once, or a moment later. What a typed key changes is stored at once like any
 * other change; only the telling waits, so that the letter is on the screen before anything that follows from it.
 */
export class NotificationScheduler {
  readonly #waiting = new Set<() => void>()
  #isHeld = false
  #isDue = false

  /** Calls `announce` now, or with the others when a change made by `later` is told. */
  notify(announce: () => void): void {
    if (this.#isHeld) this.#waiting.add(announce)
    else announce()
  }

  /** Makes a change that listeners hear of when `soon` calls back. */
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

  /** Tells what waits. */
  flush(): void {
    this.#isDue = false
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const announce of waiting) announce()
  }
}

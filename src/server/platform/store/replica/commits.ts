/** What a reader has to see: everything that was committed before the `count`-th sign of a commit. */
export interface Target {
  count: number
  /** A position of the primary's log, such as `16/B374D848`. */
  position: string
}

/**
 * Counts the signs that something was committed, and asks the primary for the position of its log at most once for each:
 * readers that arrive meanwhile share the answer.
 */
export class Commits {
  #count = 0
  #target: Target = { count: -1, position: '' }
  #asking: Promise<void> | null = null

  constructor(readonly readPosition: () => Promise<string>) {}

  note(): void {
    this.#count += 1
  }

  /** A position that was read after the last sign. */
  async readTarget(): Promise<Target> {
    const needed = this.#count
    // A question under way may be older than the last sign.
    while (this.#target.count < needed) {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = null
      })
      await this.#asking
    }
    return this.#target
  }

  async #ask(): Promise<void> {
    const count = this.#count
    this.#target = { count, position: await this.readPosition() }
  }
}

/** Changes under one label within this time are one step of undo. */
const SAME_STEP_MS = 1000
const MAX_STEPS = 200

/**
 * A value with undo and redo, which starts after a change to `present`. Typing into one setting is one step: its changes
 * have one label. Each method returns whether the value is another one now.
 */
export class DraftHistory<T> {
  #past: readonly T[]
  #present: T
  #future: readonly T[] = []
  /** The label and time of the last change. */
  #last: { label: string | undefined; time: number } | null = null

  constructor(first: T, present = first) {
    this.#past = present === first ? [] : [first]
    this.#present = present
  }

  get present(): T {
    return this.#present
  }
  get canUndo(): boolean {
    return this.#past.length > 0
  }
  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** Without a label the change is a step of its own. */
  change(next: T, label?: string): boolean {
    if (next === this.#present) return false
    const time = Date.now()
    const last = this.#last
    const isSameStep = label !== undefined && last?.label === label && time - last.time < SAME_STEP_MS
    if (!isSameStep) this.#past = [...this.#past, this.#present].slice(-MAX_STEPS)
    this.#present = next
    this.#future = []
    this.#last = { label, time }
    return true
  }

  /** Completes the last change: this is no step, and what was undone can be redone. */
  amend(next: T): void {
    this.#present = next
  }

  undo(): boolean {
    const previous = this.#past.at(-1)
    if (previous === undefined) return false
    this.#past = this.#past.slice(0, -1)
    this.#future = [this.#present, ...this.#future]
    this.#present = previous
    this.#last = null
    return true
  }

  redo(): boolean {
    const [next, ...future] = this.#future
    if (next === undefined) return false
    this.#past = [...this.#past, this.#present]
    this.#future = future
    this.#present = next
    this.#last = null
    return true
  }
}

import { NotificationScheduler } from './rows/notification-scheduler.ts'

/** Subscriptions by topic. Topics are marked while a change runs and notified once when it ends. */
export class Listeners {
  readonly #byTopic = new Map<string, Set<() => void>>()
  readonly #versions = new Map<string, number>()
  readonly #marked = new Set<string>()
  readonly #scheduler: NotificationScheduler

  constructor(scheduler = new NotificationScheduler()) {
    this.#scheduler = scheduler
  }

  /** Returns the unsubscribe function. */
  on(topic: string, listener: () => void): () => void {
    const set = this.#byTopic.get(topic) ?? new Set()
    set.add(listener)
    this.#byTopic.set(topic, set)
    return () => {
      set.delete(listener)
      if (set.size === 0 && this.#byTopic.get(topic) === set) this.#byTopic.delete(topic)
    }
  }

  mark(topic: string): void {
    this.#marked.add(topic)
  }

  /** How often a topic was notified. */
  version(topic: string): number {
    return this.#versions.get(topic) ?? 0
  }

  /** Joins changes to one notification of each topic, sent when the outermost change ends. */
  batch<T>(change: () => T): T {
    return this.#scheduler.batch(() => {
      try {
        return change()
      } finally {
        this.flush()
      }
    })
  }

  flush(): void {
    if (this.#marked.size > 0) this.#scheduler.notify(this.#announce)
  }

  #announce = (): void => {
    const topics = [...this.#marked]
    this.#marked.clear()
    // Only permanent topics are counted: a version per row would grow without limit.
    for (const topic of topics) if (!topic.includes(' ')) this.#versions.set(topic, this.version(topic) + 1)
    for (const topic of topics) for (const listener of [...(this.#byTopic.get(topic) ?? [])]) listener()
  }
}

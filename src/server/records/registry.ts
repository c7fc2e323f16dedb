/** Registered names, e.g. of effects. A name that is registered twice stops the start of the server. */
export class NamedRegistry<T extends { readonly name: string }> {
  readonly #entries = new Map<string, T>()

  constructor(kind: string, entries: Iterable<T>) {
    for (const entry of entries) {
      if (this.#entries.has(entry.name)) throw new Error(`${kind} ${entry.name} is registered twice`)
      this.#entries.set(entry.name, entry)
    }
  }

  entries(): T[] {
    return [...this.#entries.values()]
  }

  get(name: string): T {
    const entry = this.#entries.get(name)
    if (!entry) throw new Error(`${name} is not registered`)
    return entry
  }
}

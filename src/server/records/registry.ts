/** Things that documents name, e.g. effects. A name registered twice stops the start of the server. */
export class NamedRegistry<T extends { readonly name: string }> {
  readonly #known = new Map<string, T>()

  constructor(kind: string, entries: Iterable<T>) {
    for (const entry of entries) {
      if (this.#known.has(entry.name)) throw new Error(`${kind} ${entry.name} is registered twice`)
      this.#known.set(entry.name, entry)
    }
  }

  get(name: string): T {
    const entry = this.#known.get(name)
    if (!entry) throw new Error(`${name} is not registered`)
    return entry
  }
}

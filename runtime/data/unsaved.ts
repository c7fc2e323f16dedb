const asked = new Set<() => boolean>()

/** Forms register here whether something would be lost; asked only when it matters. Answers the function that ends it. */
export function markUnsaved(isUnsaved: () => boolean): () => void {
  asked.add(isUnsaved)
  return () => asked.delete(isUnsaved)
}

/** The shell asks before it signs out or reloads. */
export const hasUnsaved = (): boolean => [...asked].some((isUnsaved) => isUnsaved())

interface UnsavedWork {
  isUnsaved(): boolean
  /** The page that contains it; '' outside of every page. */
  page: string
  giveUp(): void
}

const works = new Set<UnsavedWork>()

const nothing = () => undefined

/**
 * Registers whether a form has unsaved changes, and how to discard them; evaluated only when needed. Returns the
 * unregister function.
 */
export function registerUnsaved(
  isUnsaved: () => boolean,
  page = '',
  giveUp: () => void = nothing,
): () => void {
  const work = { isUnsaved, page, giveUp }
  works.add(work)
  return () => void works.delete(work)
}

const unsaved = (page?: string): UnsavedWork[] =>
  [...works].filter((work) => (page === undefined || work.page === page) && work.isUnsaved())

/** Whether leaving the page would lose changes; without a page, whether leaving all pages would. */
export const hasUnsaved = (page?: string): boolean => unsaved(page).length > 0

/** Discards unsaved changes after a confirmation. */
export function giveUp(page?: string): void {
  for (const work of unsaved(page)) work.giveUp()
}

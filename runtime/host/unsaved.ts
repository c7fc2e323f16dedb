interface UnsavedWork {
  isUnsaved(): boolean
  /** The page it stands on; '' outside of every page. */
  page: string
  giveUp(): void
}

const works = new Set<UnsavedWork>()

const nothing = () => undefined

/**
 * Forms register here whether something would be lost, and how it is given up; asked only when it matters. Answers
 * the function that ends it.
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

/** Whether leaving the page would lose something; without a page, whether leaving all of them would. */
export const hasUnsaved = (page?: string): boolean => unsaved(page).length > 0

/** Somebody was asked and gives up what is unsaved: nothing asks for it again. */
export function giveUp(page?: string): void {
  for (const work of unsaved(page)) work.giveUp()
}

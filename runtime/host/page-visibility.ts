import { createContext, useContext } from 'react'

/** One of the pages that are open at the same time; only one is in sight, the others live on behind it. */
export interface Page {
  /** '' where there is but one. */
  readonly key: string
  isShown(): boolean
  /** Hears when the page comes back into sight; answers the function that ends it. */
  onShown(listener: () => void): () => void
  /** Elements of this page: on its sheet, or floating over it. Others of the kind may stand in pages out of sight. */
  findAll(selector: string): HTMLElement[]
  /** What its tab is called now. */
  title(): string
  /** Calls the tab by what it shows; undefined: by its menu entry again. */
  call(name: string | undefined): void
}

const alone: Page = {
  key: '',
  isShown: () => true,
  onShown: () => () => undefined,
  findAll: (selector) => [...document.querySelectorAll<HTMLElement>(selector)],
  title: () => '',
  call: () => undefined,
}

const PageContext = createContext(alone)
export const PageProvider = PageContext.Provider
export const usePage = (): Page => useContext(PageContext)

import { createContext, useContext } from 'react'

/** One of the open pages; only one is visible, the others stay mounted. */
export interface Page {
  /** '' if there is only one page. */
  readonly key: string
  isShown(): boolean
  /** Notifies when the page becomes visible again; returns the unsubscribe function. */
  onShown(listener: () => void): () => void
  /** Elements of this page, including floating ones; hidden pages may contain elements of the same kind. */
  findAll(selector: string): HTMLElement[]
  /** The current tab title. */
  title(): string
  /** Sets the tab title; undefined restores the title of the menu entry. */
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

import type { Page } from '#runtime/host/page-visibility.ts'

/** One of several pages: its element, and a container beside the root of the application for its popups. */
export interface PageScope extends Page {
  readonly floats: HTMLElement
  /** The container for popups. */
  container(): HTMLElement
  holds(element: Element): boolean
  /** The element of the page, while it is mounted. */
  setSheet(sheet: HTMLElement | null): void
  setShown(isShown: boolean): void
}

interface Tools {
  title(): string
  call(name: string | undefined): void
}

export function createScope(key: string, tools: Tools): PageScope {
  const floats = document.createElement('div')
  floats.className = 'app-page-floats'
  const listeners = new Set<() => void>()
  let sheet: HTMLElement | null = null
  let isShown = true
  return {
    ...tools,
    key,
    floats,
    container: () => floats,
    isShown: () => isShown,
    onShown(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    findAll: (selector) =>
      [sheet, floats].flatMap((place) => [...(place?.querySelectorAll<HTMLElement>(selector) ?? [])]),
    holds: (element) => sheet?.contains(element) || floats.contains(element),
    setSheet: (element) => {
      sheet = element
    },
    setShown(next) {
      const isBack = next && !isShown
      isShown = next
      floats.toggleAttribute('inert', !next)
      if (isBack) for (const listener of [...listeners]) listener()
    },
  }
}

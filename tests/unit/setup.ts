import { vi } from 'vitest'
import './patience.ts'
import { standInMedia, standInSizes } from './window.ts'

/** Runs before every test file. Waits are as long as a machine with other work needs. */
// An earlier file of the worker may have replaced modules (scripts/test-projects.ts).
if (process.env.FRESH_MODULES) vi.resetModules()
if (typeof document === 'undefined') {
  const { setEnvironmentData } = await import('node:worker_threads')
  setEnvironmentData('builtThreads', process.env.BUILT_THREADS)
}
if (typeof document !== 'undefined') {
  // An earlier file of the worker may have left what it drew, the window of a phone, or typing of its own.
  const { cleanup } = await import('@testing-library/react')
  cleanup()
  standInMedia()
  standInSizes()
  Reflect.deleteProperty(document, 'execCommand')
}
if (typeof document !== 'undefined' && !document.documentElement.dataset.prepared) {
  // The files of a worker share one document.
  document.documentElement.dataset.prepared = 'true'
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: 45_000 })
  const { shortenErrorsOfWaits } = await import('./query-errors.ts')
  shortenErrorsOfWaits()

  const { standInComputedStyles, skipStyleSheets, skipIconSheet, skipElementStacks } = await import(
    './styles.ts'
  )
  standInComputedStyles()
  skipStyleSheets()
  skipIconSheet()
  skipElementStacks()

  // jsdom parses every style sheet. No unit test reads the rules of one; the browser tests see the real ones.
  const createElement = document.createElement.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options)
    if (element instanceof HTMLStyleElement) element.type = 'text/plain'
    return element
  }) as typeof document.createElement

  // antd looks for each of its style sheets among the children of the head; jsdom searches by name at every index of such a
  // collection, and not in a list of nodes.
  Object.defineProperty(document.head, 'children', {
    get: () => Array.from(document.head.childNodes).filter((node) => node instanceof Element),
  })

  // jsdom draws no further frame in its window when a frame was requested while timers were simulated.
  const { setTimeout, clearTimeout } = window
  window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 1000 / 60)
  window.cancelAnimationFrame = clearTimeout
}

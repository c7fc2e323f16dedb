import { createRequire } from 'node:module'
import type { useStyleRegister } from '@ant-design/cssinjs'
import type { createContext, useContext } from 'react'

const load = createRequire(import.meta.url)

const inherited = new Set(['visibility', 'pointer-events'])

/** The attributes that jsdom's style sheet of the browser asks for, beside `hidden`. */
const statesByName: Record<string, readonly string[]> = {
  input: ['type'],
  details: ['open'],
  dialog: ['open'],
}

/** Reads the styles that elements have by their name, attributes and inline styles: no style sheet is matched. */
function createReader(readByBrowser: typeof getComputedStyle) {
  const bareStyles = new Map<string, CSSStyleDeclaration>()
  const defaults = new Map<string, string>()

  /** The styles of an element of the name without class, identifier and inline styles, and beside nothing. */
  const readBare = (element: Element, state: string): CSSStyleDeclaration => {
    const found = bareStyles.get(state)
    if (found) return found
    const bare = element.cloneNode(false) as Element
    for (const name of ['class', 'id', 'style']) bare.removeAttribute(name)
    const styles = readByBrowser(bare)
    bareStyles.set(state, styles)
    return styles
  }

  const readDefault = (element: Element, property: string): string => {
    const name = element.localName
    const states = statesByName[name]?.map((state) => element.getAttribute(state)) ?? ''
    const state = `${name},${element.getAttribute('hidden')},${states}`
    const place = `${state},${property}`
    const found = defaults.get(place)
    if (found !== undefined) return found
    const value = readBare(element, state).getPropertyValue(property)
    defaults.set(place, value)
    return value
  }

  return function readStyle(element: Element, property: string): string {
    // jsdom makes the object of inline styles when it is read for the first time.
    const inline = element.hasAttribute('style') && (element as HTMLElement).style.getPropertyValue(property)
    if (inline && inline !== 'inherit') return inline
    const parent = inherited.has(property) ? element.parentElement : null
    return parent ? readStyle(parent, property) : readDefault(element, property)
  }
}

/** jsdom matches every rule of the browser's style sheet with every element that a query by role passes. */
export function standInComputedStyles(): void {
  const readStyle = createReader(window.getComputedStyle.bind(window))
  window.getComputedStyle = (element) => {
    const getPropertyValue = (property: string) => readStyle(element, property)
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) =>
        name === 'getPropertyValue'
          ? getPropertyValue
          : getPropertyValue(String(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)),
    })
  }
}

interface StyleCache {
  opUpdate(path: string, change: (old?: [number, unknown]) => [number, unknown] | null): void
}

/**
 * antd computes its tokens and the style sheet of each component anew for every test that draws it. The tokens are kept, as
 * the product keeps them; style sheets are only made within a StyleProvider.
 */
export function skipStyleSheets(): void {
  const react = load('react') as { useContext: typeof useContext }
  const { default: styleContext } = load('@ant-design/cssinjs/lib/StyleContext') as {
    default: ReturnType<typeof createContext<{ cache: StyleCache; defaultCache: boolean }>>
  }
  const hook = load('@ant-design/cssinjs/lib/hooks/useStyleRegister') as { default: typeof useStyleRegister }
  const registerStyle = hook.default
  const keeping = new WeakSet<StyleCache>()
  hook.default = (info, makeStyle) => {
    const { cache, defaultCache } = react.useContext(styleContext)
    if (!defaultCache) return registerStyle(info, makeStyle)
    if (!keeping.has(cache)) {
      keeping.add(cache)
      const update = cache.opUpdate.bind(cache)
      cache.opUpdate = (path, change) => update(path, (old) => change(old) ?? (old ? [0, old[1]] : null))
    }
    return (node) => node as ReturnType<ReturnType<typeof useStyleRegister>>
  }
}

/** Each icon looks for the style sheet of the icons, and reads it, when it is drawn. */
export function skipIconSheet(): void {
  const sheets: { updateCSS(css: string, key: string, option?: object): HTMLStyleElement } = load(
    'rc-util/lib/Dom/dynamicCSS',
  )
  const update = sheets.updateCSS
  sheets.updateCSS = (css, key, option) =>
    key === '@ant-design-icons' ? document.createElement('style') : update(css, key, option)
}

/** React reads the stack for every element it makes, so that a warning can name the place. */
export function skipElementStacks(): void {
  const react = load('react') as Record<string, object>
  const internals = react.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE
  if (!internals) throw new Error('React counts the stacks of elements at another place')
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
  })
}

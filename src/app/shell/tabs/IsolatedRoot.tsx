import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { Provider, useStore } from 'jotai'
import { type ReactNode, useContext, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom'
import { ClientPartsProvider, useClientParts } from '#client/modules/client-parts.ts'
import { Theme } from '../Theme.tsx'

/**
 * Draws its content as a React tree of its own. The router's context changes with every address, and React then searches
 * all trees below for consumers: up to sixteen kept pages, although each has its own address.
 */
export function IsolatedRoot({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const store = useStore()
  const client = useQueryClient()
  const navigation = useContext(NavigationContext)
  const parts = useClientParts()

  const [content] = useState(createContent)

  useLayoutEffect(() => {
    const host = document.createElement('div')
    host.className = 'app-apart'
    place.current?.append(host)
    const root = createRoot(host)
    root.render(
      <Provider store={store}>
        <QueryClientProvider client={client}>
          <NavigationContext.Provider value={navigation}>
            <ClientPartsProvider value={parts}>
              <Theme>
                <Content of={content} />
              </Theme>
            </ClientPartsProvider>
          </NavigationContext.Provider>
        </QueryClientProvider>
      </Provider>,
    )
    return () => {
      host.remove()
      // React unmounts no tree while it works on another one.
      setTimeout(() => root.unmount())
    }
  }, [store, client, navigation, parts, content])

  useLayoutEffect(() => {
    content.set(children)
  })

  return <div ref={place} className="app-apart" />
}

interface Held {
  get(): ReactNode
  set(next: ReactNode): void
  subscribe(listener: () => void): () => void
}

/** The content; it updates without rendering the surrounding tree. */
function createContent(): Held {
  let now: ReactNode = null
  const listeners = new Set<() => void>()
  return {
    get: () => now,
    set(next) {
      now = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const Content = ({ of }: { of: Held }) => useSyncExternalStore(of.subscribe, of.get)

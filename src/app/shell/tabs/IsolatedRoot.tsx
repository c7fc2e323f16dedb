import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { Provider, useStore } from 'jotai'
import { type ReactNode, useContext, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom'
import { Theme } from '../Theme.tsx'

/**
 * Draws its content as a tree of its own. The router tells of every new address from the very top, and React then looks
 * for whoever listens in all that stands below: in sixteen pages that are kept, though each has an address of its own.
 */
export function IsolatedRoot({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const store = useStore()
  const client = useQueryClient()
  const navigation = useContext(NavigationContext)

  const [content] = useState(createContent)

  useLayoutEffect(() => {
    const host = document.createElement('div')
    host.className = 'apart'
    place.current?.append(host)
    const root = createRoot(host)
    root.render(
      <Provider store={store}>
        <QueryClientProvider client={client}>
          <NavigationContext.Provider value={navigation}>
            <Theme>
              <Content of={content} />
            </Theme>
          </NavigationContext.Provider>
        </QueryClientProvider>
      </Provider>,
    )
    return () => {
      host.remove()
      // React unmounts no tree while it works on another one.
      setTimeout(() => root.unmount())
    }
  }, [store, client, navigation, content])

  useLayoutEffect(() => content.set(children))

  return <div ref={place} className="apart" />
}

interface Held {
  get(): ReactNode
  set(next: ReactNode): void
  subscribe(listener: () => void): () => void
}

/** What is drawn there; told without drawing anew what stands around it. */
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

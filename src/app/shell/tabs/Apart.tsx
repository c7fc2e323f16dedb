import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { Provider, useStore } from 'jotai'
import { type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom'
import { Theme } from '../Theme.tsx'

/**
 * Draws its content as a tree of its own. The router tells of every new address from the very top, and React then looks
 * for whoever listens in all that stands below: in sixteen pages that are kept, though each has an address of its own.
 */
export function Apart({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const root = useRef<Root | null>(null)
  const store = useStore()
  const client = useQueryClient()
  const navigation = useContext(NavigationContext)

  useLayoutEffect(() => {
    const host = document.createElement('div')
    host.className = 'apart'
    place.current?.append(host)
    const own = createRoot(host)
    root.current = own
    return () => {
      root.current = null
      host.remove()
      // React unmounts no tree while it works on another one.
      setTimeout(() => own.unmount())
    }
  }, [])

  useLayoutEffect(() => {
    root.current?.render(
      <Provider store={store}>
        <QueryClientProvider client={client}>
          <NavigationContext.Provider value={navigation}>
            <Theme>{children}</Theme>
          </NavigationContext.Provider>
        </QueryClientProvider>
      </Provider>,
    )
  })

  return <div ref={place} className="apart" />
}

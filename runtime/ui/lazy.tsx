import { type ComponentType, type FunctionComponent, lazy, Suspense, useState } from 'react'
import { loadChunk } from '#runtime/host/chunks.ts'

let round = 0

/** Failed chunks are loaded again when they are next drawn. */
export const retryChunks = (): void => {
  round++
}

/** A component in its own chunk, which can be loaded before it is drawn. */
export type LazyPart<P extends object> = FunctionComponent<P> & {
  /** Loads the code; a failure is reported when the part is drawn. */
  preload(): Promise<void>
}

/** A component in its own chunk. All lazy parts are created here, so all fail in the same way. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let failedIn = -1
  let loaded: ComponentType<P> | undefined
  const fetched = async () => {
    try {
      loaded = await loadChunk(load)
      return { default: loaded }
    } catch (error) {
      failedIn = round
      throw error
    }
  }
  const make = () => lazy(fetched) as unknown as ComponentType<P>
  let Current = make()
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, at module level
  function LazyPart(props: P) {
    // React keeps a failure permanently; a retry needs a new lazy component.
    if (failedIn >= 0 && failedIn !== round) {
      failedIn = -1
      Current = make()
    }
    // Loaded code is drawn at once: `lazy` would suspend for a moment, and React draws suspended content up to 300 ms
    // later. Decided once per mount, otherwise the part would remount when its code arrives.
    const [Part] = useState(() => loaded ?? Current)
    return <Part {...props} />
  }
  const preload = () =>
    load().then(
      (part) => {
        loaded = part
      },
      () => undefined,
    )
  return Object.assign(LazyPart, { preload })
}

const Waiting = ({ size }: { size?: 'small' | 'middle' }) => (
  <span aria-busy style={{ display: 'block', height: size === 'small' ? 24 : 32 }} />
)

/** A control in its own chunk, which suspends only itself and not the whole screen. */
export function lazyControl<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  const Lazy = lazyPart(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once per type, at module level
  function LazyControl(props: P) {
    return (
      <Suspense
        fallback={<Waiting {...('size' in props ? { size: props.size as 'small' | 'middle' } : {})} />}
      >
        <Lazy {...props} />
      </Suspense>
    )
  }
  return Object.assign(LazyControl, { preload: Lazy.preload })
}

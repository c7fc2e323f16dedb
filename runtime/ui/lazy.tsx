import { type ComponentType, type FunctionComponent, lazy, Suspense, useState } from 'react'
import { loadChunk } from '#runtime/host/chunks.ts'

let round = 0

/** What could not be loaded is tried anew when it is next drawn. */
export const retryChunks = (): void => {
  round++
}

/** A component in a chunk of its own, which can be fetched before it is drawn. */
export type LazyPart<P extends object> = FunctionComponent<P> & {
  /** Fetches the code; a failure is left for when the part is drawn. */
  preload(): Promise<void>
}

/** A component in a chunk of its own. All lazy parts of the product are made here, so all fail in one way. */
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
    // React keeps a failure for good; a new round begins with a part that has not failed.
    if (failedIn >= 0 && failedIn !== round) {
      failedIn = -1
      Current = make()
    }
    // Code that is there is drawn at once: `lazy` would wait for it a moment, and React draws what has waited up to
    // 300 ms later. Chosen once, or the part would begin anew when its code comes.
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

/** A control in a chunk of its own, which holds its place and not the whole screen while it loads. */
export function lazyControl<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Lazy = lazyPart(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once per type, at module level
  return function LazyControl(props: P) {
    return (
      <Suspense
        fallback={<Waiting {...('size' in props ? { size: props.size as 'small' | 'middle' } : {})} />}
      >
        <Lazy {...props} />
      </Suspense>
    )
  }
}

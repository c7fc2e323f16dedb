import { type ComponentType, type FunctionComponent, lazy, Suspense } from 'react'
import { loadChunk } from '../../data/chunks.ts'

let round = 0

/** What could not be loaded is tried anew when it is next drawn. */
export const retryChunks = (): void => {
  round++
}

/** A component in a chunk of its own. All lazy parts of the product are made here, so all fail in one way. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  let failedIn = -1
  const fetched = async () => {
    try {
      return { default: await loadChunk(load) }
    } catch (error) {
      failedIn = round
      throw error
    }
  }
  const make = () => lazy(fetched) as unknown as ComponentType<P>
  let Current = make()
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, at module level
  return function LazyPart(props: P) {
    // React keeps a failure for good; a new round begins with a part that has not failed.
    if (failedIn >= 0 && failedIn !== round) {
      failedIn = -1
      Current = make()
    }
    return <Current {...props} />
  }
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

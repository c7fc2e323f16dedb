import { type ComponentType, lazy, Suspense } from 'react'

const Waiting = ({ size }: { size?: 'small' | 'middle' }) => (
  <span aria-busy style={{ display: 'block', height: size === 'small' ? 24 : 32 }} />
)

/** A control in a chunk of its own, which holds its place and not the whole screen while it loads. */
export function lazyControl<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Lazy = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>
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

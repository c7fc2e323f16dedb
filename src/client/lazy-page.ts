import type { ComponentType } from 'react'
import { type LazyPart, lazyPart } from '#runtime/ui/lazy.tsx'

/** A page whose code is loaded when it is first shown. */
export const lazyPage = <P extends object = object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyPart<P> => lazyPart(async () => (await load()).default)

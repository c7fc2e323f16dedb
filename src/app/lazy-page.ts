import type { ComponentType, FunctionComponent } from 'react'
import { lazyPart } from '../../runtime/fields/parts/lazy.tsx'

/** A page whose code is fetched when it is first shown. */
export const lazyPage = <P extends object = object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): FunctionComponent<P> => lazyPart(async () => (await load()).default)

import type { ComponentType } from 'react'
import type { PanelBlock } from '#runtime/schema/types.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

type Face = ComponentType<{ block: PanelBlock }>

/** The house's own faces of panel blocks, by the names that documents may say. The server knows the names (`registered-names.ts`). */
export const blockWidgets: ReadonlyMap<string, Face> = new Map([
  ['quick-links', lazyPart(async () => (await import('./home/QuickLinks.tsx')).QuickLinks as Face)],
  ['my-card', lazyPart(async () => (await import('./home/MyCard.tsx')).MyCard as Face)],
])

import type { ComponentType } from 'react'
import type { PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

type Face = ComponentType<{ block: PanelBlock }>

/** The views of panel blocks that the application registers, by the names documents use (`registered-names.ts` has the same names). */
export const blockWidgets: ReadonlyMap<string, Face> = new Map([
  ['quick-links', lazyPart(async () => (await import('./home/QuickLinks.tsx')).QuickLinks as Face)],
  ['my-work', lazyPart(async () => (await import('./home/MyWork.tsx')).MyWork as Face)],
  ['inbox', lazyPart(async () => (await import('./inbox/Inbox.tsx')).Inbox as Face)],
  ['my-card', lazyPart(async () => (await import('./home/MyCard.tsx')).MyCard as Face)],
])

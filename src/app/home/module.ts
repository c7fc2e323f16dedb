import { type BlockWidget, defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The blocks of the home page. */
export const homeModule = defineClientModule({
  blockWidgets: {
    'quick-links': lazyPart(async () => (await import('./workplace-blocks.ts')).QuickLinks as BlockWidget),
    'my-work': lazyPart(async () => (await import('./workplace-blocks.ts')).MyWork as BlockWidget),
    'my-card': lazyPart(async () => (await import('./MyCard.tsx')).MyCard as BlockWidget),
  },
})

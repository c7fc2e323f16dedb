import { type BlockWidget, defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The viewer of the HTTP interface. */
export const apiDocsModule = defineClientModule({
  blockWidgets: { 'api-docs': lazyPart(async () => (await import('./ApiDocs.tsx')).ApiDocs as BlockWidget) },
})

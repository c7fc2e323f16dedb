import { lazyPage } from '#client/lazy-page.ts'
import { defineClientModule } from '#client/modules/client-module.ts'

export const Catalogue = lazyPage(() => import('./CataloguePage.tsx'))

/** The language reference for configurators. */
export const catalogueModule = defineClientModule({ pages: { 'example/bench': Catalogue } })

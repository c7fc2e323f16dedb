import type { DocumentRegistry } from '../../documents/library/registry.ts'
import type { Live } from '../../platform/live/live.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { defineModule } from '../define-module.ts'
import { announceDictionary } from './admin/announce.ts'
import { dictHooks } from './admin/hooks.ts'
import { type DictAdminServices, dictAdminRoutes } from './admin/routes.ts'
import { dictId } from './admin/shape.ts'
import { copyShipped } from './admin/shipped.ts'
import { dictChannel } from './dictionaries.ts'
import { dictionaryDocuments } from './migration.ts'
import { dictRoutes } from './routes.ts'
import { tableNotices } from './table-notices.ts'

type Services = DictAdminServices & PlatformServices & { live: Live; documents: DocumentRegistry }

/**
 * Dictionaries: fixed lists, tables and category trees. Administrators maintain the fixed ones, beside read-only copies of those
 * of documents.
 */
export const dictModule = defineModule<Services>({
  name: 'dict',
  routes: [dictRoutes, dictAdminRoutes],
  hooks: dictHooks,
  subscribers: [
    { on: 'record.saved', run: announceDictionary },
    { on: 'record.removed', run: announceDictionary },
    ...tableNotices(),
  ],
  migrations: { '20261122-2158-dictionary-documents': dictionaryDocuments },
  async seed({ db, live, documents, log }) {
    await db.listen(
      dictChannel,
      (code) => live.tell({ cmd: 'dict', code }),
      () => live.tell({ cmd: 'dict', code: '' }),
    )
    if (!documents.screen(dictId)) return
    await copyShipped(db, documents)
    documents.onChange(() => {
      copyShipped(db, documents).catch((error: unknown) =>
        log.warn({ err: error }, 'dictionaries of documents could not be copied'),
      )
    })
  },
})

import { sql } from 'kysely'
import type { DocumentRegistry } from '../../documents/library/registry.ts'
import type { Live } from '../../platform/live/live.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { RecordEvent } from '../../records/events.ts'
import { defineModule } from '../define-module.ts'
import { dictChannel } from '../dict/interface.ts'
import { dictHooks } from './hooks.ts'
import { type DictAdminServices, dictAdminRoutes } from './routes.ts'
import { dictId, itemId } from './shape.ts'
import { copyShipped } from './shipped.ts'

type Services = DictAdminServices & PlatformServices & { live: Live; documents: DocumentRegistry }

/** Announces the dictionary of a changed record to all instances. */
async function announce(event: RecordEvent, { db, dictionaries }: DictAdminServices): Promise<void> {
  if (event.screen !== dictId && event.screen !== itemId) return
  const record = event.type === 'record.removed' ? event.before : event.after
  const former = event.type === 'record.saved' ? event.before : null
  if (event.screen === dictId) {
    for (const code of new Set([record.dictCode, former?.dictCode ?? record.dictCode]))
      await dictionaries.changed(String(code))
    return
  }
  const { rows } = await sql<{ code: string }>`
    select dict_code as code from sys_dict where id = ${String(record.dictId)}`.execute(db.app)
  await dictionaries.changed(rows[0]?.code)
}

/** The dictionaries that administrators maintain, beside read-only copies of those of documents. */
export const dictAdminModule = defineModule<Services>({
  name: 'dict-admin',
  routes: [dictAdminRoutes],
  hooks: dictHooks,
  subscribers: [
    { on: 'record.saved', run: announce },
    { on: 'record.removed', run: announce },
  ],
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

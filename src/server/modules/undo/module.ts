import { type Migration, sql } from 'kysely'
import type { PlatformServices } from '../../platform/services.ts'
import { defineModule } from '../define-module.ts'

/** The operations of the last moments, by user: `records/undo-store.ts` writes, takes and expires them. */
const undoTable: Migration = {
  async up(trx) {
    await sql`
      create table sys_undo (id text primary key, user_id text not null references sys_user on delete cascade,
        screen text not null, step jsonb not null, create_time timestamptz not null default now())`.execute(
      trx,
    )
    await sql`create index sys_undo_user on sys_undo (user_id)`.execute(trx)
  },
}

/** The table in which removals and moves wait for their undo. */
export const undoModule = defineModule<PlatformServices>({
  name: 'undo',
  migrations: { '20261124-0544-undo': undoTable },
})

import { type Migration, sql } from 'kysely'
import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { change } from './change.ts'
import { make } from './make.ts'
import { notify } from './notify.ts'

/** What followed the changes of records: `records/then/outcomes.ts` writes it, histories show it. */
const outcomes: Migration = {
  async up(trx) {
    await sql`
      create table sys_then (id bigint generated always as identity primary key, data_table varchar(63) not null,
        data_id varchar(200) not null, title varchar(200) not null, kind varchar(20) not null, count integer not null,
        target_screen varchar(120), target_ids text[], note text, create_by varchar(64),
        create_time timestamp(0) not null default localtimestamp)`.execute(trx)
    await sql`create index sys_then_record on sys_then (data_table, data_id, id)`.execute(trx)
  },
}

/** What happens after changes of records (`then` of screens). A further kind is one more entry of this list, of the shapes and of the checks. */
export const thenModule = defineModule<RecordServices>({
  name: 'then',
  consequences: [notify, make, change],
  migrations: { '20261128-0430-consequences': outcomes },
})

import { type Migration, sql } from 'kysely'

/** `sys_session` has none: its rows live for days, and an index on the last use would be written with each use. */
const statements = [
  'create index sys_idempotency_time on sys_idempotency (create_time)',
  'create index sys_captcha_expires on sys_captcha (expires)',
  'create index sys_sms_code_expires on sys_sms_code (expires)',
  'create index sys_sign_in_place_last on sys_sign_in_place (last)',
  // For the uploads of a user today.
  'create index sys_file_creator on sys_file (create_by, create_time) include (size)',
]

/** Indexes for removing rows by age and for the upload limits. */
export const sweepIndexes: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}

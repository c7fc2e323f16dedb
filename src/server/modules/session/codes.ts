import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/** The purpose of a code: signing in, registering, a password reset, a new phone of the user's own. */
export type Mode = '0' | '1' | '2' | 'own'

/** A code belongs to a phone, a purpose and, when one is known, a user. */
export interface CodeFor {
  phone: string
  mode: Mode
  /** For `own`: the user who will own the phone. */
  owner?: string
}

const life = 10
const MAX_TRIES = 5

const here = ({ phone, mode, owner = '' }: CodeFor) =>
  sql`phone = ${phone} and mode = ${mode} and user_id = ${owner}`

/** A new code, or null while an earlier one is still valid. Only its hash is stored. */
export async function makeCode(db: Db, { phone, mode, owner = '' }: CodeFor): Promise<string | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  // Argon2: a million guesses at a stolen row outlast the code by hours.
  const hash = await hashPassword(code)
  const { rows } = await sql`
    insert into sys_sms_code (phone, mode, user_id, hash, expires)
    values (${phone}, ${mode}, ${owner}, ${hash}, now() + make_interval(mins => ${life}))
    on conflict (phone, mode, user_id) do update set hash = excluded.hash, tries = 0, expires = excluded.expires
    where sys_sms_code.expires < now() or sys_sms_code.tries >= ${MAX_TRIES}
    returning 1`.execute(db)
  return rows.length > 0 ? code : null
}

/** For a code that was not sent: the next request may create another. */
export const dropCode = async (db: Db, wanted: CodeFor): Promise<void> => {
  await sql`delete from sys_sms_code where ${here(wanted)}`.execute(db)
}

export type CodeCheck = { state: 'right'; hash: string } | { state: 'wrong' | 'gone' }

/**
 * Whether the code is right, without using it up. Each attempt is counted before it is verified, so a hundred simultaneous guesses
 * count as five; `gone` = no code is valid any more.
 */
export async function judgeCode(db: Db, wanted: CodeFor, code: string): Promise<CodeCheck> {
  const { rows } = await sql<{ hash: string }>`update sys_sms_code set tries = tries + 1
    where ${here(wanted)} and expires > now() and tries < ${MAX_TRIES} returning hash`.execute(db)
  const hash = rows[0]?.hash ?? null
  const right = await verifyPassword(hash, code)
  if (hash === null) return { state: 'gone' }
  return right ? { state: 'right', hash } : { state: 'wrong' }
}

/** Only one of two simultaneous right attempts succeeds. */
export async function spendCode(db: Db, wanted: CodeFor, hash: string): Promise<boolean> {
  const { rows } = await sql`delete from sys_sms_code
    where ${here(wanted)} and hash = ${hash} returning 1`.execute(db)
  return rows.length > 0
}

/** Verifies the code and uses it up. */
export async function takeCode(db: Db, wanted: CodeFor, code: string): Promise<'right' | 'wrong' | 'gone'> {
  const judged = await judgeCode(db, wanted, code)
  if (judged.state !== 'right') return judged.state
  return (await spendCode(db, wanted, judged.hash)) ? 'right' : 'gone'
}

import { sql } from 'kysely'
import { formatDate } from '#runtime/kernel/time.ts'
import { DEFAULT_STATE_DAYS } from '#runtime/schema/kinds/screen/public/shape.ts'
import type { PublicReceipt, PublicSubmission } from '#runtime/schema/kinds/screen/public/view.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { badParameter } from '../../records/refuse.ts'
import type { RecordServices } from '../../records/services.ts'
import { writeRecords } from '../../records/transaction.ts'
import { prepareAdd } from '../../records/write/save-new.ts'
import { translateViolation } from '../../records/write/violation.ts'
import { checkTicket, requireTicket } from '../session/interface.ts'
import { countSubmission, requireOpen } from './limits.ts'
import type { OpenForm } from './open-form.ts'
import { publicRefusal } from './refusal.ts'
import { digestSecret, readVisit } from './visit.ts'

export type PublicFormServices = RecordServices & PlatformServices

const refuse = defineRefusals({
  PUBLIC_FORM_PROGRAM: '没有通过验证，请刷新页面再填',
  PUBLIC_FORM_STALE: '页面打开得太久了，请再提交一次',
  PUBLIC_FORM_TOO_FAST: '提交得太快了，请检查一遍再提交',
})

/** Days for which a submission without a state page is remembered: a repeated request is not another one. */
const REPEAT_DAYS = 2

const stateDays = ({ form }: OpenForm): number =>
  form.state ? (form.state.days ?? DEFAULT_STATE_DAYS) : REPEAT_DAYS

const buildReceipt = (
  { form }: OpenForm,
  secret: string,
  { number, expires }: { number: string | null; expires: string },
): PublicReceipt => ({
  number: number ?? '',
  ...(form.done !== undefined && { done: form.done }),
  ...(form.state && { secret, expires: formatDate(new Date(expires)) }),
})

/** The stored submission of this secret; undefined where there is none. */
async function findReceipt(db: Db, { resource }: OpenForm, secret: string) {
  const { rows } = await sql<{ number: string | null; expires: string }>`
    select number, expires::text as expires from sys_public_receipt
    where digest = ${digestSecret(secret)} and screen = ${resource.screen.id} and record is not null`.execute(
    db,
  )
  return rows[0]
}

/** Takes the secret for a new record; false where another request has used it. */
async function claim(trx: Trx, open: OpenForm, secret: string): Promise<boolean> {
  const { rows } = await sql`
    insert into sys_public_receipt (digest, screen, expires)
    values (${digestSecret(secret)}, ${open.resource.screen.id}, now() + make_interval(days => ${stateDays(open)}))
    on conflict do nothing returning digest`.execute(trx)
  return rows.length > 0
}

/** The values of the fields of the form; a key of another field is refused like one that does not exist. */
function readValues({ form }: OpenForm, values: PublicSubmission['values']): PublicSubmission['values'] {
  const stranger = Object.keys(values).find((key) => !form.fields.includes(key))
  if (stranger !== undefined) throw badParameter(stranger)
  return values
}

/**
 * Makes a submission a record of the screen, with the defaults, numbers, checks, limits and consequences of a save. A repeated
 * request gets the receipt of the first one.
 */
export async function submit(
  services: PublicFormServices,
  open: OpenForm,
  { visit: sent, ticket, website = '', values }: PublicSubmission,
  ip: string,
): Promise<PublicReceipt> {
  const { db, log, secrets } = services
  const { resource, caller, form } = open
  const { id } = resource.screen
  const body = readValues(open, values)
  const visit = readVisit(secrets, id, sent)
  if (!visit) throw refuse('PUBLIC_FORM_STALE')
  const repeated = await findReceipt(db.app, open, visit.secret)
  if (repeated) return buildReceipt(open, visit.secret, repeated)
  if (website !== '') throw refuse('PUBLIC_FORM_PROGRAM')
  if (visit.isTooFast) throw refuse('PUBLIC_FORM_TOO_FAST')
  await requireOpen(db.app, open)
  await checkTicket(db.app, ticket, ip)
  const refused = (error: unknown): never => {
    const { refusal, isHidden } = publicRefusal(open, translateViolation(resource, error))
    if (isHidden) log.warn({ err: error, screen: id }, 'a submission of a public form was refused')
    throw refusal
  }
  // Wrong values leave the ticket, so that its owner can correct them.
  const put = await prepareAdd(resource, caller, body).catch(refused)
  await requireTicket(db.app, ticket, ip)
  const uncountAll = await countSubmission(db.app, open, ip)
  const isNew = await writeRecords(services, async (transaction) => {
    const { trx } = transaction
    if (!(await claim(trx, open, visit.secret))) return false
    const record = await put(transaction)
    await sql`
      update sys_public_receipt set record = ${String(record.id)}, number = ${String(record[form.receipt] ?? '')}
      where digest = ${digestSecret(visit.secret)}`.execute(trx)
    return true
  }).catch(async (error: unknown) => {
    await uncountAll()
    return refused(error)
  })
  if (!isNew) await uncountAll()
  const receipt = await findReceipt(db.app, open, visit.secret)
  if (!receipt) throw refuse('PUBLIC_FORM_STALE')
  return buildReceipt(open, visit.secret, receipt)
}

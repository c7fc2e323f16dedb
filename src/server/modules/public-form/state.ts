import { sql } from 'kysely'
import { formatDate } from '#runtime/kernel/time.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { PublicState } from '#runtime/schema/kinds/screen/public/view.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { readHead, visibleTo } from '../../records/read/record.ts'
import { fieldText } from '../../records/read/record-texts.ts'
import { addTexts } from '../../records/read/wire.ts'
import { limit } from '../session/interface.ts'
import { openForm } from './open-form.ts'
import type { PublicFormServices } from './submit.ts'
import { digestSecret } from './visit.ts'

const refuse = defineRefusals({
  PUBLIC_STATE_MISSING: '链接不对，或者已经过期，请凭受理编号与我们联系',
})

const guesses = { scope: 'public-form state', most: 60, minutes: 10 }

interface StoredReceipt {
  screen: string
  record: string
  number: string
  expires: string
}

async function findRecord(services: PublicFormServices, secret: string): Promise<PublicState | null> {
  const { db, dictionaries, documents } = services
  const { rows } = await sql<StoredReceipt>`
    select screen, record, number, expires::text as expires from sys_public_receipt
    where digest = ${digestSecret(secret)} and expires > now() and record is not null`.execute(db.app)
  const [receipt] = rows
  const state = documents.screen(receipt?.screen ?? '')?.document.public?.state
  if (!receipt || !state) return null
  const { resource, form, caller } = openForm(services, receipt.screen)
  const head = await readHead(db.app, resource, receipt.record, caller.rules(resource))
  if (!head) return null
  // Nobody has signed in: what a permission would show is left out, and masked values stay masked.
  const visible = visibleTo(resource, head, () => false)
  const keys = new Set(state.fields)
  const columns = [...resource.columns.values()].filter(({ key }) => keys.has(key))
  await addTexts([visible], columns, dictionaries)
  return {
    title: form.title ?? resource.screen.title,
    number: receipt.number,
    submitted: String(head.createTime ?? ''),
    expires: formatDate(new Date(receipt.expires)),
    fields: state.fields.flatMap((key) => {
      const field = resource.screen.fields.find((entry) => entry.key === key)
      return field ? [{ title: getTitle(field), text: fieldText(field, visible) }] : []
    }),
  }
}

/** What the holder of the secret may see. Wrong, expired and withdrawn ones get the same answer. */
export async function readState(
  services: PublicFormServices,
  secret: string,
  ip: string,
): Promise<PublicState> {
  const found = await findRecord(services, secret)
  if (found) return found
  await limit(services.db.app, guesses, ip)
  throw refuse('PUBLIC_STATE_MISSING')
}

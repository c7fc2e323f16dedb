import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { toPlainText } from '#runtime/kernel/text/html.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { auditField } from '#runtime/schema/derive.ts'
import type { ConsequenceSettings } from '#runtime/schema/kinds/screen/then/shapes.ts'
import { fillPlaceholders } from '#runtime/schema/kinds/screen/then/text-placeholders.ts'
import { escapeHtml } from '../../../platform/http/escape-html.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Channel } from '../../../platform/sender.ts'
import type { Trx } from '../../../platform/store/database.ts'
import { type Values, visibleTo } from '../../../records/read/record.ts'
import { fieldText } from '../../../records/read/record-texts.ts'
import { addTexts } from '../../../records/read/wire.ts'
import type { Happening, RecordTransaction } from '../../../records/record-transaction.ts'
import type { Resource } from '../../../records/resource.ts'
import { callerWithin } from '../../../records/then/author.ts'
import { readPerson } from '../../session/interface.ts'

/** The ways of a message: the inbox, and those that leave the system. */
export type Way = 'inbox' | Channel

export interface Texts {
  title: string
  text: string
  /** The text with its formats, of a template of rich text. */
  html: string | null
}

interface Template extends Texts {
  ways: readonly Way[]
}

/** The texts of the entry or of its template, and their ways; null where the template is missing or switched off. */
export async function readTemplate(
  trx: Trx,
  { template, title = '', text = '' }: Pick<ConsequenceSettings<'notify'>, 'template' | 'title' | 'text'>,
): Promise<Template | null> {
  if (template === undefined) return { title, text, html: null, ways: ['inbox'] }
  // The columns of the screen, whose document may be older.
  const { rows } = await sql<{
    title: string
    text: string | null
    html: string | null
    ways: string | null
  }>`
    select template_name as title, template_content as text, to_jsonb(t) ->> 'channels' as ways,
      case when template_type = '2' then coalesce(to_jsonb(t) ->> 'rich_content', template_content) end as html
    from sys_sms_template t
    where template_code = ${template} and use_status is distinct from '0' limit 1`.execute(trx)
  const [row] = rows
  if (!row) return null
  const { ways, html } = row
  return {
    title: row.title,
    text: html === null ? (row.text ?? '') : toPlainText(row.text ?? ''),
    html,
    ways: ways ? (ways.split(',') as Way[]) : ['inbox'],
  }
}

/** A change of a record with what the texts about it are read by. */
export interface ToldChange extends Happening {
  transaction: Pick<RecordTransaction, 'trx' | 'dictionaries' | 'handlers' | 'documents'>
}

/** The user in the tenant of the record; null if the user may not enter it. */
const inTenant = (person: SessionUser, { isTenantBound }: Resource, tenantId: number | undefined) => {
  if (!isTenantBound || tenantId === undefined) return person
  return person.tenants?.includes(tenantId) ? { ...person, tenantId } : null
}

type Can = (code: string) => boolean

/** The texts with the values of the record that may be read with these rights. */
export async function fillTexts(
  { transaction, record }: Pick<ToldChange, 'transaction' | 'record'>,
  resource: Resource,
  can: Can,
  { title, text, html }: Texts,
): Promise<Texts> {
  const visible: Values = visibleTo(resource, record, can)
  await addTexts([visible], resource.columns.values(), callerTexts(transaction))
  const getText = (key: string): string => {
    const field = resource.screen.fields.find((entry) => entry.key === key) ?? auditField(key, fieldValues)
    return field ? fieldText(field, visible) : ''
  }
  return {
    title: fillPlaceholders(title, getText),
    text: fillPlaceholders(text, getText),
    html: html === null ? null : fillPlaceholders(html, (key) => escapeHtml(getText(key))),
  }
}

const callerTexts = ({ trx, dictionaries }: ToldChange['transaction']) => ({
  texts: (values: Parameters<typeof dictionaries.texts>[0]) => dictionaries.texts(values, trx),
})

/** The texts for a recipient, with the values that he may read; null if he may not open the record. */
export async function fillFor(
  context: ToldChange,
  userId: string,
  texts: Texts,
  also: Can = () => true,
): Promise<Texts | null> {
  const { transaction, resource, id, change, by } = context
  const found = await readPerson(transaction.trx, userId)
  const person = found && inTenant(found.user, resource, by.tenantId)
  const caller = person && callerWithin(transaction, person)
  if (!caller?.can(codeOfAction(resource.screen, 'detail'))) return null
  const opened = await caller.open(transaction.trx, resource, id)
  if (!opened && change !== 'remove') return null
  const can = (code: string) => caller.can(code) && also(code)
  return await fillTexts(context, opened?.resource ?? resource, can, texts)
}

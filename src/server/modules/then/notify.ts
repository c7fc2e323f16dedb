import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { Scope } from '#runtime/kernel/expression.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { auditField } from '#runtime/schema/derive.ts'
import type { ConsequenceSettings } from '#runtime/schema/kinds/screen/then/shapes.ts'
import { fillPlaceholders } from '#runtime/schema/kinds/screen/then/text-placeholders.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Trx } from '../../platform/store/database.ts'
import { type Values, visibleTo } from '../../records/read/record.ts'
import { fieldText } from '../../records/read/record-texts.ts'
import { addTexts } from '../../records/read/wire.ts'
import type { Consequence, ConsequenceContext } from '../../records/record-transaction.ts'
import type { Resource } from '../../records/resource.ts'
import { callerWithin } from '../../records/then/author.ts'
import { computeValue } from '../../records/then/computed-values.ts'
import { announcementId, buildMessageSender } from '../announcement/interface.ts'
import { readPerson } from '../session/interface.ts'
import { listTexts } from './written.ts'

/** Persons to whom one entry sends a message. */
const MAX_RECIPIENTS = 100

const computeTexts = (values: readonly string[] = [], scope: Scope): string[] =>
  values.flatMap((value) => listTexts(computeValue(value, scope)))

/** The ids of the active users whom the entry names, except the one who made the change. */
async function findRecipients(
  trx: Trx,
  { users, roles = [], departs }: ConsequenceSettings<'notify'>['to'],
  scope: Scope,
  author: string,
): Promise<string[]> {
  const named = computeTexts(users, scope)
  const { rows } = await sql<{ id: string }>`
    select u.id from sys_user u
    where u.del_flag = 0 and u.status = 1 and u.id <> ${author} and (
      u.username = any(${named}::text[]) or u.id = any(${named}::text[])
      or exists (select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
        where ur.user_id = u.id and r.role_code = any(${roles}::text[]))
      or exists (select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
        where ud.user_id = u.id and d.org_code = any(${computeTexts(departs, scope)}::text[])))
    order by u.id limit ${MAX_RECIPIENTS}`.execute(trx)
  return rows.map(({ id }) => id)
}

interface Texts {
  title: string
  text: string
}

/** The texts of the entry or of its template; null where the template is missing or switched off. */
async function readTexts(
  trx: Trx,
  { template, title = '', text = '' }: ConsequenceSettings<'notify'>,
): Promise<Texts | null> {
  if (template === undefined) return { title, text }
  const { rows } = await sql<Texts>`
    select template_name as title, template_content as text from sys_sms_template
    where template_code = ${template} and use_status is distinct from '0' limit 1`.execute(trx)
  return rows[0] ?? null
}

/** The user in the tenant of the record; null if the user may not enter it. */
const inTenant = (person: SessionUser, { isTenantBound }: Resource, tenantId: number | undefined) => {
  if (!isTenantBound || tenantId === undefined) return person
  return person.tenants?.includes(tenantId) ? { ...person, tenantId } : null
}

/** The texts with the values that the recipient may read; null if the recipient may not open the record. */
async function fillFor(
  { transaction, resource, id, record, change, by }: ConsequenceContext,
  userId: string,
  { title, text }: Texts,
): Promise<Texts | null> {
  const found = await readPerson(transaction.trx, userId)
  const person = found && inTenant(found.user, resource, by.tenantId)
  const caller = person && callerWithin(transaction, person)
  if (!caller?.can(codeOfAction(resource.screen, 'detail'))) return null
  const opened = await caller.open(transaction.trx, resource, id)
  if (!opened && change !== 'remove') return null
  const visible: Values = visibleTo(opened?.resource ?? resource, record, caller.can)
  await addTexts([visible], resource.columns.values(), caller.dictionaries)
  const getText = (key: string): string => {
    const field = resource.screen.fields.find((entry) => entry.key === key) ?? auditField(key, fieldValues)
    return field ? fieldText(field, visible) : ''
  }
  return { title: fillPlaceholders(title, getText), text: fillPlaceholders(text, getText) }
}

/** Puts a message into the inbox of each recipient who may open the record. */
export const notify: Consequence<'notify'> = {
  name: 'notify',
  remains: false,
  async run(settings, context) {
    const { transaction, resource, id, change, by, scope } = context
    const { trx, documents } = transaction
    if (!documents.screen(announcementId)) return null
    const texts = await readTexts(trx, settings)
    if (!texts) return { count: 0, note: `没有消息模板「${settings.template}」，或它已停用` }
    const send = buildMessageSender(transaction)
    let count = 0
    for (const userId of await findRecipients(trx, settings.to, scope, by.id)) {
      const filled = await fillFor(context, userId, texts)
      if (!filled) continue
      const record = change === 'remove' ? undefined : { screen: resource.screen.id, id }
      await send({ userId, ...filled, ...(record && { record }) })
      count += 1
    }
    return { count }
  },
}

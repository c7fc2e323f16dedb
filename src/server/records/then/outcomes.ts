import { sql } from 'kysely'
import type { OutcomeTexts } from '#runtime/record/changes/history.ts'
import type { ConsequenceName } from '#runtime/schema/kinds/screen/then/shapes.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Caller } from '../caller.ts'
import { recordLinks } from '../read/record-links.ts'
import { namesOfAccounts } from '../read/record-texts.ts'
import type { ConsequenceContext, Outcome } from '../record-transaction.ts'
import type { ReadServices } from '../services.ts'

/** Stores what a consequence did, for the history of the record that it followed; returns the id. */
export async function keepOutcome(
  { transaction: { trx }, resource, id, title, by }: ConsequenceContext,
  name: ConsequenceName,
  { count, target, request, note }: Outcome,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into sys_then (data_table, data_id, title, kind, count, target_screen, target_ids, request, note, create_by)
    values (${resource.table}, ${id}, ${title}, ${name}, ${count}, ${target?.screen ?? null},
      ${target ? [...target.ids] : null}::text[], ${request ?? null}, ${note ?? null}, ${by.username})
    returning id::text as id`.execute(trx)
  return rows[0]?.id ?? ''
}

/** A stored outcome, with the state of the request that it sent. */
interface StoredOutcome {
  id: string
  title: string
  kind: ConsequenceName
  count: number
  screen: string | null
  ids: string[] | null
  note: string | null
  by: string | null
  createTime: string
  state: string | null
  error: string | null
}

/** Outcomes that a history lists, and written records that each of them names. */
const MAX_OUTCOMES = 200
const MAX_LINKS = 10

const readOutcomes = async (db: Db, table: string, id: string): Promise<StoredOutcome[]> =>
  (
    await sql<StoredOutcome>`
      select t.id::text as id, t.title, t.kind, t.count, t.target_screen as screen, t.target_ids[1:${MAX_LINKS}] as ids, t.note,
        t.create_by as "by", t.create_time::text as "createTime", w.state, w.error
      from sys_then t left join sys_webhook w on w.id = t.request
      where t.data_table = ${table} and t.data_id = ${id} order by t.id desc limit ${MAX_OUTCOMES}`.execute(
      db,
    )
  ).rows

const stateTexts: Readonly<Record<string, string>> = {
  waiting: '等待发送',
  sent: '已发出',
  failed: '没有发成',
}

/** What was done, in words; a further consequence is one more line. */
const describe: Readonly<
  Record<
    ConsequenceName,
    (outcome: Pick<StoredOutcome, 'count' | 'state' | 'error'>, screen: string) => string
  >
> = {
  notify: ({ count }) => (count > 0 ? `发消息给 ${count} 人` : '没有发消息：没有能打开这条记录的收件人'),
  make: ({ count }, screen) => `在「${screen}」新增 ${count} 条`,
  change: ({ count }, screen) => `修改「${screen}」${count} 条`,
  webhook: ({ state, error }) =>
    ['通知别的系统', stateTexts[state ?? 'sent'], error].filter(Boolean).join('：'),
}

/** What the outcomes of these ids did, in words, with some of the written records by name; those that the caller may list. */
export async function describeOutcomes(
  services: Pick<ReadServices, 'db' | 'documents'>,
  caller: Caller,
  ids: readonly string[],
): Promise<string> {
  const { rows } = await sql<Pick<StoredOutcome, 'kind' | 'count' | 'screen'> & { ids: string[] }>`
    select t.kind, t.target_screen as screen, sum(t.count)::int as count, array(
      select unnest(w.target_ids) from sys_then w where w.id = any(${ids}::bigint[]) and w.kind = t.kind
        and w.target_screen is not distinct from t.target_screen order by w.id limit ${MAX_LINKS}) as ids
    from sys_then t where t.id = any(${ids}::bigint[]) group by t.kind, t.target_screen order by min(t.id)`.execute(
    services.db.app,
  )
  const deeds = rows.map((row) => {
    const target = services.documents.screen(row.screen ?? '')?.document
    const places = row.ids.map((id) => ({ table: target?.table.name ?? '', id }))
    const outcome = { ...row, state: '', error: null }
    return { places, text: describe[row.kind](outcome, target?.title ?? row.screen ?? '') }
  })
  const findLink = await recordLinks(
    services,
    caller,
    deeds.flatMap(({ places }) => places),
  )
  return deeds
    .map(({ places, text }) => {
      const names = places.flatMap((place) => findLink(place)?.name ?? [])
      return names.length > 0 ? `${text}（${names.join('、')}）` : text
    })
    .join('，')
}

/** What followed the changes of a record, in words, newest first; a written record is named to those who may list it. */
export async function listOutcomes(
  services: Pick<ReadServices, 'db' | 'documents' | 'dictionaries'>,
  caller: Caller,
  { table, id }: { table: string; id: string },
): Promise<OutcomeTexts[]> {
  const { documents, dictionaries, db } = services
  const stored = await readOutcomes(db.app, table, id)
  const find = (screen: string | null) => documents.screen(screen ?? '')?.document
  const listPlaces = ({ screen, ids }: StoredOutcome) => {
    const target = find(screen)
    return target ? (ids ?? []).map((record) => ({ table: target.table.name, id: record })) : []
  }
  const findLink = await recordLinks(services, caller, stored.flatMap(listPlaces))
  const names = await namesOfAccounts(
    dictionaries,
    stored.flatMap(({ by }) => by ?? []),
  )
  return stored.map((outcome) => ({
    id: outcome.id,
    title: outcome.title,
    author: names.get(outcome.by ?? '') ?? outcome.by ?? '',
    createTime: outcome.createTime,
    text:
      outcome.note ?? describe[outcome.kind](outcome, find(outcome.screen)?.title ?? outcome.screen ?? ''),
    links: listPlaces(outcome).flatMap((place) => findLink(place) ?? []),
  }))
}

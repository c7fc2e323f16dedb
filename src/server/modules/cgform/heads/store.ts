import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Db } from '../../../platform/store/database.ts'
import { readCount } from '../../../reports/row-values.ts'
import {
  type DesignServices,
  getTableName,
  inspectDocument,
  readOlder,
  refuseChanged,
  releaseDraft,
  removeDraft,
  removeReleased,
  storeDraft,
  tablesOfOthers,
} from '../../design/interface.ts'
import { type HeadSource, type Heads, openHeads } from './heads.ts'
import { toGroup } from './settings/head-settings.ts'
import { withoutDetail } from './write/edit.ts'

const refuse = defineRefusals({
  ONLINE_TABLE_TAKEN: '数据库表[{table}]已存在,请修改表名',
  ONLINE_PROBLEMS: '表单有错误，没有保存：{problems}',
})

/** How many problems a refusal lists. */
const MAX_PROBLEMS = 3

/** The id of the document of a new form: its category is the group, where that is a group's name. */
export function documentIdFor(category: string, table: string): string {
  const group = toGroup(category)
  const isGroup = /^[a-z][a-z0-9-]{0,39}$/.test(group) && !['sys', 'schema', 'resource'].includes(group)
  return `${isGroup ? group : 'temp'}/${table}`
}

/** Refuses a table that another document, released or a draft of the user, has. */
export function requireFree(heads: Heads, table: string, ownHeadId?: string): void {
  const owned = tablesOfOthers(heads.sources, '')
  const isOwn = (head: JsonObject) => ownHeadId !== undefined && head.id === ownHeadId
  const isDrafted = heads
    .list()
    .some((head) => head.copyType === 0 && head.tableName === table && !isOwn(head))
  const isReleased = owned.has(table) && !heads.list().some((head) => head.tableName === table)
  if (isDrafted || isReleased || table.startsWith('sys_'))
    throw refuse('ONLINE_TABLE_TAKEN', { values: { table } })
}

/**
 * A form as its client read it: where others released since, the version that its head names. The release of the draft then
 * merges their changes, and none is undone.
 */
export async function asRead<Source extends HeadSource>(
  db: Db,
  head: JsonObject,
  found: Source,
): Promise<Source> {
  const { id, body, draft, source } = found
  if (draft || !source) return found
  const revision = readCount(head, isOverlay(body) ? 'copyVersion' : 'tableVersion') ?? 0
  const read = await readOlder(db, id, revision)
  return read ? { ...found, body: read, source: { ...source, current: read } } : found
}

/** Stores a document as the user's draft after the check of a release. Refused with its problems. */
export async function saveDraft(
  services: DesignServices,
  user: SessionUser,
  heads: Heads,
  body: JsonObject,
  { draft, source }: Pick<HeadSource, 'draft' | 'source'> = { draft: null, source: null },
): Promise<void> {
  const id = String(body.id)
  const { problems } = await inspectDocument(services, user, heads.sources, id, body)
  if (problems.length > 0) {
    const listed = problems.slice(0, MAX_PROBLEMS).map(({ path, text }) => `${path} ${text}`)
    throw refuse('ONLINE_PROBLEMS', { values: { problems: listed.join('；') }, result: { problems } })
  }
  const base = draft ? draft.base : (source?.current ?? null)
  const previous = draft?.version ?? null
  if (!(await services.db.write((trx) => storeDraft(trx, id, user.id, { base, body }, { previous }))))
    throw await refuseChanged(services, id, user)
}

/** Stores a document as a draft and releases it at once: it needs no change of the database. */
export async function saveReleased(
  services: DesignServices,
  user: SessionUser,
  heads: Heads,
  body: JsonObject,
  note: string,
): Promise<void> {
  await saveDraft(services, user, heads, body)
  await releaseDraft(services, user, String(body.id), { note })
}

/** Removes a form: a draft, a detail of its document, or the released document; `isTable` drops its table as well. */
export async function removeHead(
  services: DesignServices,
  user: SessionUser,
  headId: string,
  isTable: boolean,
): Promise<void> {
  const heads = await openHeads(services, user)
  const { id, body, draft, source, detail } = heads.find(headId)
  if (detail !== null) {
    await saveDraft(services, user, heads, withoutDetail(body, detail), { draft, source })
    return
  }
  if (source)
    await removeReleased(services, user, id, isTable ? getTableName(source.current) || undefined : undefined)
  else if (!(await services.db.write((trx) => removeDraft(trx, id, user.id)))) throw appError('NO_ENTITY')
}

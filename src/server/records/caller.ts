import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { findBinding } from '#runtime/access/row-binding.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import { listCode } from '../documents/kinds/list.ts'
import { holds, type SessionUser } from '../platform/http/requests/user.ts'
import { currentTime } from '../platform/store/clock.ts'
import type { Db } from '../platform/store/database.ts'
import { caseRule } from './access/case-tenant.ts'
import { listDataRules } from './access/data-rules.ts'
import { subjectRule } from './access/subject-rule.ts'
import { tenantRule } from './access/tenant-rule.ts'
import type { CreateHandlerEnv, DictionaryTexts, DictionaryWords } from './dictionary-services.ts'
import { and, type Sql } from './query/condition.ts'
import { type OpenedRecord, openRecord } from './read/open-record.ts'
import type { Resource } from './resource.ts'
import type { ReadServices } from './services.ts'
import type { Stamp } from './write.ts'

/** The user of a request, with the user's rights and row rules. */
export interface Caller {
  user: SessionUser
  dictionaries: DictionaryTexts
  /** The items of a dictionary, read over a connection of its own. */
  items: DictionaryWords['items']
  handlers: CreateHandlerEnv
  /** Whether a warning refuses the save until its request confirms it; absent: none does. */
  asksToConfirm?(warning: Problem): boolean
  /** An import saves the records. */
  isImport?: boolean
  can(code: string): boolean
  /** The environment of expressions; its time is fixed for the request. */
  env(mode: RecordEnv['mode']): RecordEnv
  stamp(env: RecordEnv): Stamp
  /** The conditions of `listRules` for this user. */
  rules(resource: Resource): Sql[]
  /** One record as this user may read it; undefined without a right to it. */
  open(db: Db, resource: Resource, id: string): Promise<OpenedRecord | undefined>
}

/** The user has read the warnings of the save and confirms them. */
export const isConfirmed = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['x-confirm-warnings'] === 'true'

/** The row rules of the document and the data rules of its menu entry as conditions for a user. */
export const listRowConditions = (
  resource: Pick<Resource, 'screen' | 'columns' | 'rowRules'>,
  user: SessionUser,
): Sql[] => [...listRowRules(resource, user), ...listDataRules(resource, user)]

function listRowRules({ screen, rowRules }: Pick<Resource, 'screen' | 'rowRules'>, user: SessionUser): Sql[] {
  const { always, oneOf } = findBinding(rowRules, listCode(screen), user)
  const ofRoles = oneOf.map((rules) => and(rules.map((rule) => rule.toSql(user))))
  return [
    ...always.map((rule) => rule.toSql(user)),
    ...(ofRoles.length > 0 ? [sql`(${sql.join(ofRoles, sql` or `)})`] : []),
  ]
}

/** The conditions that every record must meet to be listed for and written by a user. */
export const listRules = (
  resource: Resource,
  user: SessionUser,
  documents: ReadServices['documents'],
): Sql[] => [
  ...tenantRule(resource, user),
  ...caseRule(resource, user, documents),
  ...listRowConditions(resource, user),
  ...subjectRule(resource, user, documents, (subject) => listRules(subject, user, documents)),
]

export function buildCaller(
  user: SessionUser,
  { dictionaries, handlers, documents }: Pick<ReadServices, 'dictionaries' | 'handlers' | 'documents'>,
): Caller {
  const can = (code: string) => holds(user, code)
  const { id, username, realname, orgCode, roles } = user
  const rules = (resource: Resource): Sql[] => listRules(resource, user, documents)
  return {
    user,
    dictionaries,
    items: dictionaries.items,
    handlers,
    can,
    env: (mode) => ({ user: { id, username, realname, orgCode, roles }, now: currentTime(), mode }),
    stamp: ({ now }) => ({ username, orgCode, time: formatDateTime(now) }),
    rules,
    open: (db, resource, id) => openRecord(db, resource, user, { id, rules: rules(resource) }),
  }
}

/** The environment of a save with the dictionaries that its formulas and defaults read. */
export async function openEnv(
  caller: Caller,
  { readDicts, types }: Pick<Resource, 'readDicts' | 'types'>,
  mode: RecordEnv['mode'],
): Promise<RecordEnv> {
  const lists = new Map<string, readonly DictItem[]>()
  for (const code of readDicts)
    lists.set(
      code,
      (await caller.items(code)).map((item) => ({ ...item, value: String(item.value) })),
    )
  return { ...caller.env(mode), types, lookup: { items: (code) => lists.get(code) ?? [] } }
}

/** The same inside a transaction, over its connection, with the user and the time of `env`. */
export const openEnvWithin = (
  { trx, dictionaries }: { trx: Db; dictionaries: Pick<DictionaryWords, 'items'> },
  caller: Caller,
  resource: Resource,
  env: RecordEnv,
): Promise<RecordEnv> => {
  const items: Caller['items'] = (code, query) => dictionaries.items(code, { ...query, over: trx })
  return openEnv({ ...caller, env: () => env, items }, resource, env.mode)
}

import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { RegisteredNames } from '#runtime/schema/names/known-names.ts'
import { collectNeeds, type OutsideNeed } from '#runtime/schema/package/needs.ts'
import type { Db } from '../../../platform/store/database.ts'
import { getRenameParts } from '../rename/rename-parts.ts'
import { findRoles } from './plan-roles.ts'

/** What documents of a package need and neither the package nor this place has, with the remedy. */
export interface MissingNeed extends OutsideNeed {
  text: string
}

const remedy = '在导出的地方把它一起导出，或先在这里新建'
const nouns: Readonly<Record<OutsideNeed['kind'], { noun: string; remedy: string }>> = {
  dict: { noun: '字典', remedy },
  picker: { noun: '选择器', remedy },
  document: { noun: '文档', remedy },
  role: { noun: '角色', remedy: '先在系统管理 › 角色里新增这个编码的角色' },
  dataSource: { noun: '数据源', remedy: '先登记这个编码的数据源' },
}

/** What documents need that no other document has, by the documents after an import. */
export function listOutside(
  ids: readonly string[],
  after: ReadonlyMap<string, JsonObject>,
  registeredNames: RegisteredNames,
): readonly OutsideNeed[] {
  const knownNames = collectKnown(after.values(), registeredNames)
  const isOther = (id: string) => !ids.includes(id)
  return collectNeeds(ids, { ...getRenameParts(registeredNames), knownNames }, isOther).outside
}

/** Those of the needs that the database does not have either. */
export async function findMissing(outside: readonly OutsideNeed[], db: Db): Promise<MissingNeed[]> {
  const named = (kind: OutsideNeed['kind']) =>
    outside.flatMap((need) => (need.kind === kind ? need.name : []))
  const roles = new Set((await findRoles(db, named('role'))).map(({ code }) => code))
  const sources = await findSources(db, named('dataSource'))
  const isPresent = ({ kind, name }: OutsideNeed) =>
    (kind === 'role' && roles.has(name)) || (kind === 'dataSource' && sources.has(name))
  return outside.flatMap((need) => (isPresent(need) ? [] : { ...need, text: describeMissing(need) }))
}

/** Those of the codes that a data source has; none where their document, which makes the table, has not been loaded. */
async function findSources(db: Db, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const table = sql<{ isThere: boolean }>`select to_regclass('sys_data_source') is not null as "isThere"`
  if (!(await table.execute(db)).rows[0]?.isThere) return new Set()
  const { rows } = await sql<{ code: string }>`
    select code from sys_data_source where code = any(${[...codes]}::text[])`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

/** Says what is missing, and the remedy. */
export function describeMissing({ kind, name }: OutsideNeed): string {
  const { noun, remedy } = nouns[kind]
  return `没有${noun}「${name}」，请${remedy}`
}

import { sql } from 'kysely'
import { findBinding } from '#runtime/access/row-binding.ts'
import { parseExpression } from '#runtime/kernel/expression.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { listCode } from '../../documents/kinds/list.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Db } from '../../platform/store/database.ts'
import type { ListRequest } from '../query/parameters.ts'

/** The rules that decide which records of a list a user sees. */
export interface RowLimits {
  /** The names of the rules. */
  names: string[]
  /** Data rules are in force and no role of the user has any of them: no record is visible. */
  hidesAll: boolean
}

const readsUser = (where: string): boolean => {
  const read = parseExpression(where)
  return read.ok && read.value.names.some((name) => name.startsWith('user.'))
}

/** The row rules of the document that compare records with the user or name a role of the user; others describe what the list is. */
function bindingRowRules(screen: StoredScreen, user: SessionUser): string[] {
  const { always, oneOf } = findBinding(screen.rowRules ?? [], listCode(screen), user)
  const names = [...always.filter(({ where }) => readsUser(where)), ...oneOf.flat()].map(({ name }) => name)
  return [...new Set(names)]
}

/** The rules that bind a user on a screen; null when none does. It says nothing about the records that they hide. */
async function rowLimits(db: Db, screen: StoredScreen, user: SessionUser): Promise<RowLimits | null> {
  const names = bindingRowRules(screen, user)
  const { id, rightsOwner = id } = screen
  const binding = user.isAdmin ? undefined : user.dataRules?.get(rightsOwner)
  if (!binding) return names.length > 0 ? { names, hidesAll: false } : null
  const ids = binding.map((rule) => rule.id)
  const inForce = ids.length > 0 ? sql`id = any(${ids}::text[])` : sql`status = '1'`
  const { rows } = await sql<{ name: string }>`
    select rule_name as name from sys_permission_data_rule
    where permission_id = ${rightsOwner} and ${inForce} order by create_time, id`.execute(db)
  return { names: [...names, ...rows.map(({ name }) => name)], hidesAll: ids.length === 0 }
}

/** The answer of a list; one that is empty without a condition names the rules that bind its user. */
export async function withLimits<T extends { total: number }>(
  db: Db,
  { screen, caller }: { screen: StoredScreen; caller: { user: SessionUser } },
  { conditions }: Pick<ListRequest, 'conditions'>,
  answer: T,
): Promise<T | (T & { limits: RowLimits })> {
  if (answer.total > 0 || conditions.length > 0) return answer
  const limits = await rowLimits(db, screen, caller.user)
  return limits ? { ...answer, limits } : answer
}

import { sql } from 'kysely'
import type { Scope } from '#runtime/kernel/expression.ts'
import type { CaseFacts } from '#runtime/record/workflow/case.ts'
import { indexSteps } from '#runtime/record/workflow/steps.ts'
import type { StepPeople, WorkflowDocument } from '#runtime/schema/kinds/workflow/shape.ts'
import type { Db } from '../../platform/store/database.ts'
import { computeValue } from '../then/computed-values.ts'
import { holds } from './record-scope.ts'

const isActive = sql`u.status = 1 and u.del_flag = 0`

/** The accounts of the heads of a department and of those above it, one list for each level, the own one first. */
async function readHeads(db: Db, orgCode: string): Promise<string[][]> {
  const { rows } = await sql<{ heads: string[] }>`
    with recursive up as (
      select id, parent_id, 1 as level from sys_depart where org_code = ${orgCode}
      union all select d.id, d.parent_id, up.level + 1 from sys_depart d join up on d.id = up.parent_id where up.level < 10)
    select array(select u.username from sys_user u
      where u.user_identity = 2 and ${isActive} and up.id = any(string_to_array(u.depart_ids, ',')) order by u.username) as heads
    from up order by level`.execute(db)
  return rows.map(({ heads }) => heads)
}

async function readByCode(db: Db, { roles, positions }: Record<'roles' | 'positions', readonly string[]>) {
  const { rows } = await sql<{ code: string; people: string[] }>`
    select 'role ' || r.role_code as code, array_agg(u.username order by u.username) as people
    from sys_role r join sys_user_role ur on ur.role_id = r.id join sys_user u on u.id = ur.user_id
    where r.role_code = any(${roles}::text[]) and ${isActive} group by 1
    union all
    select 'position ' || p.code, array_agg(u.username order by u.username)
    from unnest(${positions}::text[]) as p(code) join sys_user u on p.code = any(string_to_array(u.post, ','))
    where ${isActive} group by 1`.execute(db)
  return new Map(rows.map(({ code, people }) => [code, people]))
}

/** Those of these accounts that may work, in the order in which they are named. */
export async function listActive(db: Db, accounts: readonly string[]): Promise<string[]> {
  if (accounts.length === 0) return []
  const { rows } = await sql<{ username: string }>`
    select u.username from sys_user u where u.username = any(${accounts}::text[]) and ${isActive}`.execute(db)
  const active = new Set(rows.map(({ username }) => username))
  return accounts.filter((account) => active.has(account))
}

/** The heads above a person, from the head of the person's department on, without the person. */
export async function listHeadsAbove(db: Db, person: string): Promise<string[]> {
  const { rows } = await sql<{ orgCode: string | null }>`
    select org_code as "orgCode" from sys_user where username = ${person}`.execute(db)
  return firstAbove(await readHeads(db, rows[0]?.orgCode ?? ''), person)
}

/** The heads of the lowest level at which the person is none, so that nobody decides about himself. */
const firstAbove = (levels: readonly (readonly string[])[], person: string): string[] => [
  ...(levels.find((heads) => heads.length > 0 && !heads.includes(person)) ?? []),
]

/** Accounts of an entry: a literal, or what its expression gives: one account, or several with commas between them. */
const listAccounts = (value: string, scope: Scope): string[] =>
  [computeValue(value, scope)]
    .flat()
    .flatMap((result) => String(result ?? '').split(','))
    .map((account) => account.trim())
    .filter((account) => account !== '')

interface About {
  document: WorkflowDocument
  starter: string
  starterOrg: string
  scope: Scope
}

/** What a transition asks about the staff and the record, read in a few statements. */
export async function readFacts(db: Db, { document, starter, starterOrg, scope }: About): Promise<CaseFacts> {
  const named = [...indexSteps(document).values()].flatMap(({ step }) => step.to ?? [])
  const accounts = new Map<StepPeople, string[]>()
  for (const to of named)
    accounts.set(
      to,
      (to.users ?? []).flatMap((value) => listAccounts(value, scope)),
    )
  const active = new Set(await listActive(db, [...new Set([...accounts.values()].flat())]))
  const byCode = await readByCode(db, {
    roles: named.flatMap(({ roles = [] }) => roles),
    positions: named.flatMap(({ positions = [] }) => positions),
  })
  const levels = await readHeads(db, starterOrg)
  const { rows } = await sql<{ username: string }>`
    select u.username from sys_administrator a join sys_user u on u.id = a.user_id where ${isActive}
    order by u.username`.execute(db)
  return {
    chooseBranch({ branches = [] }) {
      const at = branches.findIndex(({ when }) => when === undefined || holds(when, scope))
      return at < 0 ? branches.length - 1 : at
    },
    listPeople(to) {
      const { roles = [], positions = [], heads, upTo = heads } = to
      return [
        ...(accounts.get(to) ?? []).filter((account) => active.has(account)),
        ...roles.flatMap((code) => byCode.get(`role ${code}`) ?? []),
        ...positions.flatMap((code) => byCode.get(`position ${code}`) ?? []),
        ...(heads === undefined ? [] : levels.slice(heads - 1, upTo).flat()),
      ]
    },
    headsAbove: (person) => (person === starter ? firstAbove(levels, person) : []),
    admins: rows.map(({ username }) => username),
  }
}

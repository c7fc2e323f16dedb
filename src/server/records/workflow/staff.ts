import { sql } from 'kysely'
import type { Scope } from '#runtime/kernel/expression.ts'
import type { CaseFacts } from '#runtime/record/workflow/case.ts'
import { indexSteps } from '#runtime/record/workflow/steps.ts'
import type { StepPeople, WorkflowDocument } from '#runtime/schema/kinds/workflow/shape.ts'
import type { Db } from '../../platform/store/database.ts'
import { computeValue } from '../then/computed-values.ts'
import { holds } from './record-scope.ts'

const isActive = sql`u.status = 1 and u.del_flag = 0`

/** A department with the accounts of its heads. */
interface Level {
  name: string
  heads: string[]
}

/** A department and those above it, the own one first. */
async function readLevels(db: Db, orgCode: string): Promise<Level[]> {
  const { rows } = await sql<Level>`
    with recursive up as (
      select id, parent_id, depart_name, 1 as level from sys_depart where org_code = ${orgCode}
      union all select d.id, d.parent_id, d.depart_name, up.level + 1 from sys_depart d join up on d.id = up.parent_id where up.level < 10)
    select depart_name as name, array(select u.username from sys_user u
      where u.user_identity = 2 and ${isActive} and up.id = any(string_to_array(u.depart_ids, ',')) order by u.username) as heads
    from up order by level`.execute(db)
  return rows
}

interface ByCode {
  code: string
  name: string
  people: string[]
}

/** The people of roles and positions, under `role` or `position` and the code. */
async function readByCode(db: Db, { roles, positions }: Record<'roles' | 'positions', readonly string[]>) {
  const { rows } = await sql<ByCode>`
    select 'role ' || r.role_code as code, r.role_name as name, array_agg(u.username order by u.username) as people
    from sys_role r join sys_user_role ur on ur.role_id = r.id join sys_user u on u.id = ur.user_id
    where r.role_code = any(${roles}::text[]) and ${isActive} group by 1, 2
    union all
    select 'position ' || p.code, coalesce(max(n.name), p.code), array_agg(distinct u.username order by u.username)
    from unnest(${positions}::text[]) as p(code) join sys_user u on p.code = any(string_to_array(u.post, ','))
    left join sys_position n on n.code = p.code
    where ${isActive} group by p.code`.execute(db)
  return new Map(rows.map((row) => [row.code, row]))
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
  return firstAbove(await readLevels(db, rows[0]?.orgCode ?? ''), person)
}

/** The heads of the lowest level at which the person is none, so that nobody decides about himself. */
const firstAbove = (levels: readonly Level[], person: string): string[] =>
  levels.find(({ heads }) => heads.length > 0 && !heads.includes(person))?.heads ?? []

/** Accounts of an entry: a literal, or what its expression gives: one account, or several with commas between them. */
const listAccounts = (value: string, scope: Scope): string[] =>
  [computeValue(value, scope)]
    .flat()
    .flatMap((result) => String(result ?? '').split(','))
    .map((account) => account.trim())
    .filter((account) => account !== '')

/** The workflow in which people stand in for others. */
type StandInPlace = Pick<WorkflowDocument, 'id' | 'category'>

interface StandIn {
  person: string
  standIn: string
}

/** Those who stand in today in a workflow, as a list of objects; null for any workflow. */
function selectStandIns(place: StandInPlace | null) {
  const isFor = place
    ? sql`coalesce(s.categories, '') = '' and coalesce(s.workflows, '') = ''
        or ${place.category ?? 'business'} = any(string_to_array(s.categories, ','))
        or ${place.id} = any(string_to_array(s.workflows, ','))`
    : sql`true`
  return sql<StandIn[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('person', s.person, 'standIn', s.stand_in) order by s.begin_date, s.id), '[]')
    from sys_workflow_stand_in s join sys_user u on u.username = s.stand_in
    where current_date between s.begin_date and s.end_date and ${isActive} and (${isFor}))`
}

/** Where the person who stands in is on leave too, the next one does; nobody stands in for himself. */
function followStandIns(rows: readonly StandIn[]): ReadonlyMap<string, string> {
  const next = new Map(rows.map(({ person, standIn }) => [person, standIn]))
  const follow = (person: string, seen: readonly string[]): string => {
    const standIn = next.get(person)
    return standIn === undefined || seen.includes(standIn) ? person : follow(standIn, [...seen, standIn])
  }
  return new Map([...next.keys()].map((person) => [person, follow(person, [person])]))
}

/** Who stands in today for people on leave, in a workflow; null for any. */
export async function readStandIns(db: Db, place: StandInPlace | null): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ standIns: StandIn[] }>`
    select ${selectStandIns(place)} as "standIns"`.execute(db)
  return followStandIns(rows[0]?.standIns ?? [])
}

interface About {
  document: WorkflowDocument
  starter: string
  starterOrg: string
  scope: Scope
}

/** A person of a step with what names the person: a user, a role, a position, or the heads of a department. */
export interface NamedPerson {
  account: string
  by: 'user' | 'role' | 'position' | 'head'
  /** The entry of the document, the name of the role, of the position or of the department. */
  value: string
  /** Of a department: 1 for the one of the starter, 2 for the one above it. */
  level?: number
}

/** The facts of a case, with what names its people. */
interface StaffFacts extends CaseFacts {
  listNamed(to: StepPeople): readonly NamedPerson[]
}

/** What a transition asks about the staff and the record, read in a few statements. */
export async function readFacts(
  db: Db,
  { document, starter, starterOrg, scope }: About,
): Promise<StaffFacts> {
  const steps = [...indexSteps(document).values()].map(({ step }) => step)
  const named = steps.flatMap(({ to }) => to ?? [])
  const accounts = named.flatMap(({ users = [] }) => users.flatMap((value) => listAccounts(value, scope)))
  const { rows } = await sql<{ active: string[]; admins: string[]; standIns: StandIn[] }>`
    select array(
        select u.username from sys_user u
        where u.username = any(${[...new Set(accounts)]}::text[]) and ${isActive}) as active,
      array(
        select u.username from sys_administrator a join sys_user u on u.id = a.user_id where ${isActive}
        order by u.username) as admins,
      ${selectStandIns(document)} as "standIns"`.execute(db)
  const active = new Set(rows[0]?.active)
  const standIns = followStandIns(rows[0]?.standIns ?? [])
  const roles = named.flatMap((to) => to.roles ?? [])
  const positions = named.flatMap((to) => to.positions ?? [])
  const byCode =
    roles.length + positions.length > 0
      ? await readByCode(db, { roles, positions })
      : new Map<string, ByCode>()
  const asksHeads = steps.some(({ to, starter: rule }) => to?.heads !== undefined || rule === 'raise')
  const levels = asksHeads ? await readLevels(db, starterOrg) : []
  const inGroup = (by: 'role' | 'position', code: string): NamedPerson[] => {
    const { people = [], name = code } = byCode.get(`${by} ${code}`) ?? {}
    return people.map((account) => ({ account, by, value: name }))
  }
  const listNamed = ({ users = [], roles = [], positions = [], heads, upTo = heads }: StepPeople) => [
    ...users.flatMap((value) =>
      listAccounts(value, scope)
        .filter((account) => active.has(account))
        .map((account): NamedPerson => ({ account, by: 'user', value })),
    ),
    ...roles.flatMap((code) => inGroup('role', code)),
    ...positions.flatMap((code) => inGroup('position', code)),
    ...(heads === undefined ? [] : levels.slice(heads - 1, upTo)).flatMap(({ name, heads: people }, at) =>
      people.map((account): NamedPerson => ({ account, by: 'head', value: name, level: (heads ?? 1) + at })),
    ),
  ]
  return {
    chooseBranch({ branches = [] }) {
      const at = branches.findIndex(({ when }) => when === undefined || holds(when, scope))
      return at < 0 ? branches.length - 1 : at
    },
    listPeople: (to) => listNamed(to).map(({ account }) => account),
    listNamed,
    findStandIn: (person) => standIns.get(person),
    headsAbove: (person) => (person === starter ? firstAbove(levels, person) : []),
    admins: rows[0]?.admins ?? [],
  }
}

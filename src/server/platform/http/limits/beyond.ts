import { type Binding, findBinding } from '#runtime/access/row-binding.ts'
import type { SessionUser } from '../requests/user.ts'

/** Rows that a document shows to some users only: who opens it, whom the rule does not bind, and what it reads of a user. */
export interface RowBound extends Binding {
  listCode: string
  reads: ReadonlySet<string>
}

/** The bounds of all served documents, by the id of the document. */
export type RowBounds = ReadonlyMap<string, readonly RowBound[]>

/** What a user has that another one does not have. */
export type Excess = 'administrator' | 'tenant' | 'code' | 'depart' | 'rows'

const isWithin = (entries: Iterable<unknown>, whole: Iterable<unknown>): boolean => {
  const all = new Set(whole)
  return [...entries].every((entry) => all.has(entry))
}

/** The departments whose records row rules may show to a user. */
const listDeparts = ({ orgCode, orgCodes = [] }: SessionUser): string[] =>
  [orgCode, ...orgCodes].filter((code) => code !== '')

const listTenants = ({ tenants = [], closedTenants = [] }: SessionUser): readonly number[] => {
  const all = [...tenants, ...closedTenants]
  return all.length > 0 ? all : [0]
}

const departVariable = /#\{\s*sys_(multi_)?org_code\s*\}/

/**
 * What rules on rows read of the second user and leave open for the first one only: a rule that does not bind the first one
 * shows all rows, whatever departments or roles both have.
 */
function readByRules(viewer: SessionUser, viewed: SessionUser, bounds: RowBounds): Set<string> {
  const reads = new Set<string>()
  for (const list of bounds.values())
    for (const { listCode, unless, reads: read } of list) {
      const isBound = viewed.codes.has(listCode) && !(unless !== undefined && viewer.codes.has(unless))
      if (isBound) for (const name of read) reads.add(name)
    }
  const dataRules = [...(viewer.dataRules ?? new Map()).values()].flat()
  if (dataRules.some(({ value }) => departVariable.test(value))) reads.add('orgCode')
  return reads
}

/** Whether rules of roles show the viewed user rows of a document that they hide from the viewer. */
const isFreerByRoles = (viewer: SessionUser, viewed: SessionUser, bounds: RowBounds): boolean =>
  [...bounds.values()].some((list) => {
    const rules = list.filter(({ roles }) => roles !== undefined)
    const listCode = rules[0]?.listCode ?? ''
    if (!viewed.codes.has(listCode)) return false
    const [ofViewer, ofViewed] = [viewer, viewed].map((user) => findBinding(rules, listCode, user).oneOf) as [
      RowBound[][],
      RowBound[][],
    ]
    const isOpen = (group: readonly RowBound[]) =>
      ofViewer.some((each) => each.every((rule) => group.includes(rule)))
    return ofViewer.length > 0 && (ofViewed.length === 0 || !ofViewed.every(isOpen))
  })

/** Whether the viewed user sees rows of a menu entry that a data rule hides from the viewer. */
const hasOtherRows = (viewer: SessionUser, viewed: SessionUser): boolean =>
  [...(viewer.dataRules ?? [])].some(([menu, binding]) => {
    const rules = viewed.dataRules?.get(menu)
    // An entry with rules of which none is granted shows no record.
    if (rules?.length === 0) return false
    const ids = new Set(rules?.map(({ id }) => id))
    return binding.length === 0 || binding.some(({ id }) => !ids.has(id))
  })

/**
 * What the second user may see or do and the first one may not: a code, a tenant, or rows that a department, a role or a
 * missing data rule shows. Null: nothing. Who looks at screens as another user, or changes the account of another user,
 * must not be beneath that user.
 */
export function findExcess(viewer: SessionUser, viewed: SessionUser, bounds: RowBounds): Excess | null {
  if (!isWithin(listTenants(viewed), listTenants(viewer))) return 'tenant'
  if (viewer.isAdmin) return null
  if (viewed.isAdmin) return 'administrator'
  if (!isWithin(viewed.codes, viewer.codes)) return 'code'
  const reads = readByRules(viewer, viewed, bounds)
  if (reads.has('orgCode') && !isWithin(listDeparts(viewed), listDeparts(viewer))) return 'depart'
  if (reads.has('roles') && !isWithin(viewed.roles, viewer.roles)) return 'rows'
  return isFreerByRoles(viewer, viewed, bounds) || hasOtherRows(viewer, viewed) ? 'rows' : null
}

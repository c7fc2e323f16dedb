import type { FastifyRequest } from 'fastify'
import type { AppError } from '#runtime/kernel/errors.ts'
import type { Authenticator } from '../services.ts'
import { defineRefusals } from './refusals.ts'
import { inTenant } from './tenant.ts'
import { holds, type SessionUser } from './user.ts'

const refuse = defineRefusals(
  { VIEW_READ_ONLY: '以他人身份查看时不能修改数据', VIEW_ENDED: '查看已结束，请重新进入' },
  'FORBIDDEN',
)

/** The refusal of a request in a view that would store something, also one that only some reads store. */
export const readOnlyView = (): AppError => refuse('VIEW_READ_ONLY')

/** The right to see screens as another user sees them. */
export const viewCode = 'user:viewAs'

const isWithin = (entries: Iterable<unknown>, whole: Iterable<unknown>): boolean => {
  const all = new Set(whole)
  return [...entries].every((entry) => all.has(entry))
}

/** The departments whose records row rules may show to a user. */
const departsOf = ({ orgCode, orgCodes = [] }: SessionUser): string[] =>
  [orgCode, ...orgCodes].filter((code) => code !== '')

const tenantsOf = ({ tenants = [] }: SessionUser): readonly number[] => (tenants.length > 0 ? tenants : [0])

/** Whether the viewed user may see what the viewer may not: a code, a department, a tenant, or rows without a data rule. */
export function isBeyond(viewer: SessionUser, viewed: SessionUser): boolean {
  if (!isWithin(tenantsOf(viewed), tenantsOf(viewer))) return true
  if (viewer.isAdmin) return false
  if (viewed.isAdmin || !isWithin(viewed.codes, viewer.codes)) return true
  if (!isWithin(departsOf(viewed), departsOf(viewer))) return true
  return [...(viewer.dataRules ?? [])].some(([menu, binding]) => {
    const rules = viewed.dataRules?.get(menu)
    // An entry with rules of which none is granted shows no record.
    if (rules?.length === 0) return false
    const ids = new Set(rules?.map(({ id }) => id))
    return binding.length === 0 || binding.some(({ id }) => !ids.has(id))
  })
}

/**
 * The user whom the request views, where its header `x-view-as` names a view of its session; else null. The rights are
 * compared at each request. Throws VIEW_READ_ONLY for every request that could change data.
 */
export async function viewedUser(
  sessions: Pick<Authenticator, 'viewed'>,
  { headers, method, routeOptions, session, user }: FastifyRequest,
): Promise<SessionUser | null> {
  const view = headers['x-view-as']
  // The viewer ends the view, and reads the explanation of a missing right.
  if (view === undefined || routeOptions.config.forViewer) return null
  const viewed = typeof view === 'string' ? await sessions.viewed(session, view) : null
  if (!viewed || !holds(user, viewCode) || isBeyond(user, viewed)) throw refuse('VIEW_ENDED')
  const isRead = (method === 'GET' || method === 'HEAD') && !routeOptions.config.changes
  if (!isRead) throw readOnlyView()
  return inTenant(viewed, { headers: {}, query: {} })
}

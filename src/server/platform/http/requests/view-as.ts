import type { FastifyRequest } from 'fastify'
import type { AppError } from '#runtime/kernel/errors.ts'
import type { Authenticator } from '../../services.ts'
import { defineRefusals } from '../refusals.ts'
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

/**
 * The user whom the request views, where its header `x-view-as` names a view of its session; else null. The rights are
 * compared at each request. Throws VIEW_READ_ONLY for every request that could change data.
 */
export async function viewedUser(
  sessions: Pick<Authenticator, 'viewed' | 'excess'>,
  { headers, method, routeOptions, session, user }: FastifyRequest,
): Promise<SessionUser | null> {
  const view = headers['x-view-as']
  // The viewer ends the view, and reads the explanation of a missing right.
  if (view === undefined || routeOptions.config.forViewer) return null
  const viewed = typeof view === 'string' ? await sessions.viewed(session, view) : null
  if (!viewed || !holds(user, viewCode) || sessions.excess(user, viewed) !== null) throw refuse('VIEW_ENDED')
  const isRead = (method === 'GET' || method === 'HEAD') && !routeOptions.config.changes
  // The frames of a socket are no requests: they would pass this comparison by.
  if (!isRead || headers.upgrade !== undefined) throw readOnlyView()
  return inTenant(viewed, { headers: {}, query: {} })
}

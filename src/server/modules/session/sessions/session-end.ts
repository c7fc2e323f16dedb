import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Config } from '../../../platform/config.ts'

type SessionBounds = Pick<Config, 'sessionIdle'>

/** When a row of `sys_session` ends by itself: at the end of its longest duration, or earlier without use. */
export const sessionEnd = ({ sessionIdle }: SessionBounds, alias = 'sys_session'): RawBuilder<string> =>
  sql`least(${sql.ref(`${alias}.expires`)}, ${sql.ref(`${alias}.last_seen`)} + make_interval(secs => ${sessionIdle}))`

/** Whether a row of `sys_session` is a session that can still be used. */
export const isSessionOpen = (bounds: SessionBounds, alias?: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sessionEnd(bounds, alias)} > now()`

import { formatDateTime } from '#runtime/kernel/time.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import type { BaseServices } from '../app/services.ts'
import type { HandlersOver } from '../modules/check/handlers.ts'
import type { Dictionaries } from '../modules/dict/dictionaries.ts'
import { holds, type SessionUser } from '../platform/http/user.ts'
import type { Sql } from './query/condition.ts'
import type { Resource } from './resource.ts'
import type { Stamp } from './write.ts'

/** Who asks, and what follows from it. */
export interface Caller {
  user: SessionUser
  dictionaries: Pick<Dictionaries, 'texts'>
  handlers: HandlersOver
  can(code: string): boolean
  /** One moment for one request. */
  env(mode: RecordEnv['mode']): RecordEnv
  stamp(env: RecordEnv): Stamp
  /** The conditions that every record must meet for this user to know of it. */
  rules(resource: Resource): Sql[]
}

export function callerOf(
  user: SessionUser,
  { dictionaries, handlers }: Pick<BaseServices, 'dictionaries' | 'handlers'>,
): Caller {
  const can = (code: string) => holds(user, code)
  const { id, username, realname, orgCode, roles } = user
  return {
    user,
    dictionaries,
    handlers,
    can,
    env: (mode) => ({ user: { id, username, realname, orgCode, roles }, now: new Date(), mode }),
    stamp: ({ now }) => ({ username, orgCode, time: formatDateTime(now) }),
    rules: (resource) =>
      resource.rowRules.flatMap((rule) => (rule.unless && can(rule.unless) ? [] : [rule.toSql(user)])),
  }
}

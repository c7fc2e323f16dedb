import type { SessionUser } from '../../platform/http/requests/user.ts'
import { tenantRule } from '../access/tenant-rule.ts'
import { buildCaller, type Caller } from '../caller.ts'
import type { RecordAuthor } from '../events.ts'
import type { RecordTransaction } from '../record-transaction.ts'

type Over = Pick<RecordTransaction, 'trx' | 'dictionaries' | 'handlers' | 'documents'>

/** A user who reads over the connection of the transaction. */
export function callerWithin({ trx, dictionaries, handlers, documents }: Over, user: SessionUser): Caller {
  return {
    ...buildCaller(user, { dictionaries, handlers, documents }),
    dictionaries: { texts: (valuesByCode) => dictionaries.texts(valuesByCode, trx) },
    items: (code, query) => dictionaries.items(code, { ...query, over: trx }),
    handlers: () => handlers(trx),
  }
}

/** The author of what no user does. */
export const systemAuthor = { id: '', username: 'system', realname: '系统' } as const

/** The author of a change as a user with every code. */
export const documentUser = ({ orgCode = '', ...author }: RecordAuthor): SessionUser => ({
  ...author,
  orgCode,
  roles: [],
  isAdmin: true,
  codes: new Set(),
  grants: new Set(),
  mustChange: false,
})

/**
 * The author of a change with the rights of the document that writes other records after it: every code and no row rule, within
 * the author's tenant.
 */
export function documentCaller(over: Over, author: RecordAuthor): Caller {
  const user = documentUser(author)
  return { ...callerWithin(over, user), rules: (resource) => tenantRule(resource, user) }
}

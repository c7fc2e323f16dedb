import { appError } from '#runtime/kernel/errors.ts'
import { type DocumentServices, uniqueKey } from '../../documents/services.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { holds } from '../../platform/http/user.ts'
import { askRule, unknownCode } from './rule-code.ts'
import { DuplicateQuery, RuleQuery } from './shape.ts'
import { isTaken } from './unique.ts'

/** Is this value still free? Only for the pairs that documents registered. */
export const checkRoutes: Plugin<Pick<DocumentServices, 'db' | 'uniqueChecks'>> = (
  app,
  { db, uniqueChecks },
) => {
  app.route<{ Querystring: DuplicateQuery }>({
    method: 'GET',
    url: '/sys/duplicate/check',
    config: { access: 'self' },
    schema: { querystring: DuplicateQuery },
    handler: async ({ query, user }) => {
      const check = uniqueChecks.get(uniqueKey(query.tableName, query.fieldName))
      if (!check?.codes.every((code) => holds(user, code)))
        throw appError('BAD_PARAMETER', { values: { key: 'fieldName' } })
      if (await isTaken(db.app, check, query.fieldVal, query.dataId)) {
        throw appError('BUSINESS', { text: '该值不可用，系统中已存在！' })
      }
      return ok(null, '该值可用！')
    },
  })

  app.route<{ Querystring: RuleQuery }>({
    method: 'GET',
    url: '/sys/checkRule/checkByCode',
    config: { access: 'self' },
    schema: { querystring: RuleQuery },
    handler: async ({ query: { ruleCode, value } }) => {
      const failure = await askRule(db.app, ruleCode, decoded(value))
      if (failure === undefined) throw appError('BUSINESS', { text: unknownCode })
      if (failure) throw appError('BUSINESS', { text: failure.message, result: failure })
      return ok(null)
    },
  })
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    // A single percent sign: the value was sent unencoded.
    return value
  }
}

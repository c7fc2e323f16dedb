import { appError } from '../../../../runtime/kernel/errors.ts'
import { ok } from '../../http/envelope.ts'
import type { Plugin } from '../../http/route.ts'
import { holds } from '../../http/user.ts'
import type { BaseServices } from '../../services.ts'
import { DuplicateQuery } from './shape.ts'
import { isTaken, uniqueKey } from './unique.ts'

/** Is this value still free? Only for the pairs that documents registered. */
export const checkRoutes: Plugin<BaseServices> = (app, { db, uniqueChecks }) => {
  app.route<{ Querystring: DuplicateQuery }>({
    method: 'GET',
    url: '/sys/duplicate/check',
    config: { access: 'self' },
    schema: { querystring: DuplicateQuery },
    handler: async ({ query, user }) => {
      const check = uniqueChecks.get(uniqueKey(query.tableName, query.fieldName))
      if (!check || !holds(user, check.code))
        throw appError('BAD_PARAMETER', { values: { key: 'fieldName' } })
      if (await isTaken(db.app, check, query.fieldVal, query.dataId)) {
        throw appError('BUSINESS', { text: '该值不可用，系统中已存在！' })
      }
      return ok(null, '该值可用！')
    },
  })
}

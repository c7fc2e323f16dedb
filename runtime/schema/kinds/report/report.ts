import Type from 'typebox'
import { asText, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { withoutAliases } from '../../aliases.ts'
import { fieldsContext } from '../../checks/context.ts'
import { collectProblems } from '../../checks/report.ts'
import { closed } from '../../language/base.ts'
import { Param, reportParts } from '../../language/report.ts'
import { toVersion2 } from '../../migrations/version-2.ts'
import { withProperties } from '../../shape-builder.ts'
import type { StoredReport } from '../../types.ts'
import { codeClaims, fieldsByKey, pageClaims, permClaims } from '../claims.ts'
import { defineDocumentKind } from '../contract.ts'
import { publicFields, publicParts } from '../public-parts.ts'
import { checkReport } from './check.ts'
import { reportPlan } from './plan.ts'
import { reportStarter } from './starter.ts'

/** Lists over one SELECT with parameters. The server checks the SQL. */
export const reportKind = defineDocumentKind<StoredReport>({
  ...reportPlan,
  otherNames: 'query sql cgreport view 报表',
  shape: ({ plain, fields, typeWords }) => {
    const type = { type: 'string', enum: typeWords }
    const params = { type: 'array', items: withProperties(plain(Param), { type }) }
    return withProperties(plain(Type.Object(reportParts, closed)), { params, fields })
  },
  check: (document, context) =>
    collectProblems(
      document,
      (report) => checkReport(fieldsContext(document, context, report, false), context.settings),
      context.refer,
    ),
  publicView: (document) => ({
    ...publicParts(document, ['source']),
    fields: publicFields(document.fields),
  }),
  names: (document) => ({
    claims: [
      ...codeClaims(document, 'report', '报表编码'),
      ...pageClaims(document),
      ...permClaims(document, true),
    ],
    report: {
      code: asText(document.code) ?? '',
      keys: new Set(fieldsByKey(document).keys()),
      needsParam: hasRequiredParam(document),
    },
  }),
  migrate: [undefined, toVersion2()],
  normalize: withoutAliases,
  starter: reportStarter,
  settings: { without: ['fields', 'source', 'params'] },
})

const hasRequiredParam = (report: JsonObject): boolean =>
  listObjectEntries(report.params).some(
    ([, { required, defaultValue }]) => required === true && defaultValue === undefined,
  )

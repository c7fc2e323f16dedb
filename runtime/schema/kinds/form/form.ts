import Type from 'typebox'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { withoutAliases } from '../../aliases.ts'
import type { CheckContext } from '../../checks/check-context.ts'
import { fieldsContext } from '../../checks/context.ts'
import { checkFormulas } from '../../checks/expressions/expressions.ts'
import { checkReferencedFields } from '../../checks/expressions/referenced-fields.ts'
import { checkFields } from '../../checks/fields.ts'
import { checkColumns, checkFormSettings, checkUnique } from '../../checks/ineffective-settings.ts'
import { collectProblems } from '../../checks/report.ts'
import { checkUnfillable } from '../../checks/unfillable-fields.ts'
import { closed } from '../../language/base.ts'
import { formParts } from '../../language/form.ts'
import { toVersion2 } from '../../migrations/version-2.ts'
import { withProperties } from '../../shape-builder.ts'
import type { FormDocument } from '../../types.ts'
import { pageClaims } from '../claims.ts'
import { defineDocumentKind } from '../contract.ts'
import { publicFields, publicParts } from '../public-parts.ts'
import { checkAsServed } from '../screen/check-as-served.ts'
import { checkForm } from './check.ts'
import { formPlan } from './plan.ts'
import { formStarter } from './starter.ts'

/** Forms without a list, whose values a call loads and a call submits. */
export const formKind = defineDocumentKind<FormDocument>({
  ...formPlan,
  otherNames: 'dialog modal drawer 表单',
  shape: ({ plain, fields }) => withProperties(plain(Type.Object(formParts, closed)), { fields }),
  check: (document, context) => checkAsServed(document, context, checkServedForm),
  publicView: (document) => ({ ...publicParts(document), fields: publicFields(document.fields) }),
  names: (document) => ({ claims: pageClaims(document) }),
  migrate: [undefined, toVersion2({ perm: 'needs' })],
  normalize: withoutAliases,
  starter: formStarter,
  settings: { without: ['fields'] },
})

const checkServedForm = (document: JsonObject, checkContext: CheckContext) =>
  collectProblems(
    document,
    (report) => {
      const context = fieldsContext(document, checkContext, report, false)
      for (const level of [context.head, ...context.details]) checkFields(context, level)
      checkColumns(context)
      checkFormSettings(context, checkContext.settings, formPlan)
      checkUnique(context)
      checkFormulas(context)
      checkReferencedFields(context)
      checkUnfillable(context)
      checkForm(context)
    },
    checkContext.refer,
  )

import { isJsonObject, type JsonObject, listObjectEntries, listObjects } from '#runtime/kernel/json.ts'
import { getActions } from '../../action-codes.ts'
import { withoutAliases } from '../../aliases.ts'
import type { CheckContext, NameClaim } from '../../checks/check-context.ts'
import { fieldsContext } from '../../checks/context.ts'
import { checkFormulas } from '../../checks/expressions/expressions.ts'
import { checkFollowed } from '../../checks/expressions/followed-fields.ts'
import { checkReferencedFields } from '../../checks/expressions/referenced-fields.ts'
import { checkRollups } from '../../checks/expressions/rollup-fields.ts'
import { checkFields } from '../../checks/fields.ts'
import { checkColumns, checkUnique } from '../../checks/ineffective-settings.ts'
import { collectProblems } from '../../checks/report.ts'
import { checkUnfillable } from '../../checks/unfillable-fields.ts'
import type { Migration } from '../../migrations/migration.ts'
import { renameFieldKeys } from '../../migrations/rename-field-keys.ts'
import { toVersion2 } from '../../migrations/version-2.ts'
import { reportColumns } from '../../report-columns.ts'
import type { StoredScreen } from '../../types.ts'
import { fieldsByKey, pageClaims, permClaims } from '../claims.ts'
import { defineDocumentKind, type NameClaims } from '../contract.ts'
import { omit, publicFields, publicParts } from '../public-parts.ts'
import { checkActions } from './check-actions.ts'
import { checkAsServed } from './check-as-served.ts'
import { checkFieldRules } from './check-field-rules.ts'
import { checkOverlay } from './check-overlay.ts'
import { checkAbout, checkFlow, checkParts } from './check-parts.ts'
import { checkSubTables } from './check-sub-tables.ts'
import { checkFollowUps } from './follow-ups/checks.ts'
import { layoutChecks } from './layouts/checks.ts'
import { isOverlay } from './overlay.ts'
import { screenPlan } from './plan.ts'
import { checkPublic } from './public/check.ts'
import { screenShape } from './shape.ts'
import { screenStarter } from './starter.ts'
import { checkThen } from './then/checks.ts'

/** Version 0 used `dict` for `dictCode` and `valid` for `validateRules`. */
const toVersion1: Migration = (document) =>
  renameFieldKeys(document, { dict: 'dictCode', valid: 'validateRules' })

/** Lists and forms over tables of their own, and overlays, which extend another screen. */
export const screenKind = defineDocumentKind<StoredScreen>({
  ...screenPlan,
  otherNames: 'list page table crud grid module entity cgform 界面',
  shape: screenShape,
  check: (document, context) =>
    isOverlay(document) ? checkOverlay(document, context) : checkAsServed(document, context, checkScreen),
  publicView: (document) => {
    const view = publicParts(document)
    return {
      ...view,
      fields: publicFields(document.fields),
      // The browser does not have the table, so it needs the buttons that follow from it.
      ...(document.table.derived && { actions: getActions(document) }),
      // What is taken over, and how much, is for the server.
      ...(document.followUps && {
        followUps: document.followUps.map((entry) => omit(entry, ['values', 'rows'])),
      }),
      ...(isJsonObject(view.import) && { import: omit(view.import, ['match']) }),
    }
  },
  names,
  migrate: [toVersion1, toVersion2()],
  normalize: withoutAliases,
  starter: screenStarter,
  settings: { definition: 'screen', without: ['fields'] },
})

const checkScreen = (document: JsonObject, checkContext: CheckContext) =>
  collectProblems(
    document,
    (report) => {
      // An overlay without the name of its base has that problem only.
      if (document.table === undefined && listObjects(document.fields).some(isChange)) return
      const context = fieldsContext(document, checkContext, report, true)
      for (const level of [context.head, ...context.details]) checkFields(context, level)
      checkColumns(context)
      checkUnique(context)
      checkFormulas(context)
      checkReferencedFields(context)
      checkRollups(context)
      checkFollowed(context)
      checkUnfillable(context)
      checkParts(context)
      for (const check of layoutChecks) check(context)
      checkFlow(context)
      checkFieldRules(context)
      checkActions(context)
      checkThen(context)
      checkFollowUps(context)
      checkPublic(context)
      checkAbout(context)
      checkSubTables(context)
    },
    checkContext.refer,
  )

/** Whether a member of `fields` changes a field that another document declares. */
const isChange = ({ key, type }: JsonObject): boolean => key !== undefined && type === undefined

function names(document: JsonObject): NameClaims {
  return {
    claims: [
      ...pageClaims(document),
      ...tableClaims(document),
      // An overlay may have the rights of its base, which the check of the screen that it resolves to knows.
      ...(document.table === undefined ? [] : permClaims(document)),
    ],
    screen: { fields: fieldsByKey(document) },
    columns: reportColumns(document),
  }
}

/** The tables of the screen and of its details, and its named indexes, which share their names with tables. */
function tableClaims(screen: JsonObject): NameClaim[] {
  const holders: [NameClaim['path'], unknown][] = [
    [['table', 'name'], screen.table],
    ...listObjectEntries(screen.fields).map(([index, { table }]): [NameClaim['path'], unknown] => [
      ['fields', index, 'table', 'name'],
      table,
    ]),
  ]
  const indexes = isJsonObject(screen.table) ? listObjectEntries(screen.table.indexes) : []
  return [
    ...holders.map(([path, table]) => [path, isJsonObject(table) ? table.name : undefined, '表'] as const),
    ...indexes.map(([at, { name }]) => [['table', 'indexes', at, 'name'], name, '索引'] as const),
  ].flatMap(([path, name, title]) =>
    typeof name === 'string' ? [{ space: 'table', name, path, title }] : [],
  )
}

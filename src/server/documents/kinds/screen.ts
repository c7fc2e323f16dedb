import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { actionCodes, codeOfAction, getActions } from '#runtime/schema/action-codes.ts'
import { checkAccess } from '#runtime/schema/checks/access.ts'
import { fieldsContext } from '#runtime/schema/checks/context.ts'
import { collectProblems } from '#runtime/schema/checks/report.ts'
import { checkMoveButtons } from '#runtime/schema/kinds/screen/check-actions.ts'
import { checkRuledSources } from '#runtime/schema/kinds/screen/check-field-rules.ts'
import { readRuled } from '#runtime/schema/kinds/screen/field-rule-codes.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { defaultProblems } from '../check/default-rules.ts'
import { requirePattern } from '../check/patterns.ts'
import { rowRuleProblems } from '../check/row-rule-check.ts'
import type { RegistryEntry } from '../library/registry.ts'
import { indexColumns } from '../plan/column.ts'
import { findStorage, getColumnName, wantedTables } from '../plan/tables.ts'
import { pickedParts, readableScope } from '../readable-scope.ts'
import { uniqueKey } from '../services.ts'
import type { ServerKind } from './contract.ts'
import { listCode, pageIndexEntry, registerList } from './list.ts'
import { grantProblems } from './proposed-grants.ts'
import { boundsOfScreen } from './row-bounds.ts'

export const screenKind: ServerKind<StoredScreen> = {
  kind: 'screen',
  codes: actionCodes,
  problems: (document) => [
    ...rowRuleProblems(document, indexColumns(document.fields, fieldValues)),
    ...grantProblems(document, actionCodes(document)),
    ...defaultProblems(document.fields),
  ],
  warnings(document, knownNames) {
    const screen = document as unknown as JsonObject
    const parts = {
      types: fieldValues,
      compilePattern: requirePattern,
      knownNames,
      isFaulty: () => false,
    }
    return collectProblems(screen, (report) => {
      const context = fieldsContext(screen, parts, report, true)
      checkAccess(context)
      checkRuledSources(context)
      checkMoveButtons(context)
    })
  },
  tables: wantedTables,
  openCode: listCode,
  readableScope: (document, documents, can) => readableScope(documents, document, can),
  pickedView: (view, keys) => ({
    ...pickedParts(view, keys),
    kind: view.kind,
    ...(view.url?.list !== undefined && { url: { list: view.url.list } }),
  }),
  addCode: (document) =>
    document.menu && getActions(document).toolbar.includes('add') ? codeOfAction(document, 'add') : undefined,
  indexEntry: (document) => ({ ...pageIndexEntry(document), ...(document.flow && { hasFlow: true }) }),
  async register(entry, services) {
    const { table } = entry.document
    // A table that is no longer served stays in the set: a dictionary over it must not show it to all tenants.
    if (table.tenant) services.tenantTables.add(table.name)
    else services.tenantTables.delete(table.name)
    await registerList(entry.document, actionCodes(entry.document), services)
    services.rowBounds.set(entry.id, boundsOfScreen(entry.document))
    services.fieldRules.set(entry.id, readRuled(entry.document, listCode(entry.document)))
    for (const [key, check] of listUniqueChecks(entry)) services.uniqueChecks.set(key, check)
  },
  forgetNames(entry, { uniqueChecks }) {
    for (const [key] of listUniqueChecks(entry)) uniqueChecks.delete(key)
  },
  async unregister(id, { permissions, rowBounds, fieldRules }) {
    rowBounds.delete(id)
    fieldRules.set(id, undefined)
    await permissions.retire(id)
  },
}

/**
 * The unique checks of a screen, by the screen's id and the field's key, as the client requests them; and by table and
 * column, as other clients of the contract do: those belong to the screen that defines the table.
 */
function listUniqueChecks({
  overlay,
  document: screen,
}: Pick<RegistryEntry, 'overlay'> & { document: StoredScreen }) {
  const { table } = screen
  return screen.fields.flatMap((field) => {
    const type = findStorage(field, fieldValues)
    if (!field.validateRules?.some((rule) => rule.unique) || !type) return []
    const column = getColumnName(field)
    const codes = [listCode(screen), ...(field.access?.read ? [field.access.read] : [])]
    const check = { table: table.name, column, type, softDelete: table.softDelete === true, codes }
    const keys = [uniqueKey(screen.id, field.key), ...(overlay ? [] : [uniqueKey(table.name, column)])]
    return keys.map((key) => [key, check] as const)
  })
}

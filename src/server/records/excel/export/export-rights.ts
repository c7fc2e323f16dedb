import { createHash } from 'node:crypto'
import { findBinding } from '#runtime/access/row-binding.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { listCode } from '../../../documents/kinds/list.ts'
import type { RegistryEntry } from '../../../documents/library/registry.ts'
import type { Column } from '../../../documents/plan/column.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { readable } from '../../list/list-route.ts'
import { getResource } from '../../resource.ts'
import type { ReadServices } from '../../services.ts'
import { readableDetails } from './export-workbook.ts'

type Columns = ReadonlyMap<string, Pick<Column, 'isMasked' | 'shownIn'>>

const listKeys = (columns: Columns): unknown[] =>
  [...columns].map(([key, { isMasked = false, shownIn = null }]) => [key, isMasked, shownIn])

/**
 * A digest of everything that decides what a user may export of a screen: the columns, the detail tables, and the rules
 * of the rows with the attributes of the user that they read.
 */
export function exportRights(
  services: ReadServices,
  entry: RegistryEntry<StoredScreen>,
  user: SessionUser,
): string {
  const { columns, caller } = readable(services, entry, user)
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  const details = readableDetails(resource, caller.can)
  const rules = findBinding(entry.document.rowRules ?? [], listCode(entry.document), user)
  const { isAdmin, username, orgCode, orgCodes = [], roles, dataRules = [] } = user
  const parts = [
    listKeys(columns),
    details.map(({ detail, columns: rowColumns, shownIn }) => [detail.key, shownIn, listKeys(rowColumns)]),
    rules,
    [isAdmin, username, orgCode, [...orgCodes].sort(), [...roles].sort(), [...dataRules]],
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

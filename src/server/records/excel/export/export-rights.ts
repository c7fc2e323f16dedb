import { createHash } from 'node:crypto'
import { findBinding } from '#runtime/access/row-binding.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { caseTables } from '#runtime/schema/report-columns.ts'
import { type Field, isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import { listCode } from '../../../documents/kinds/list.ts'
import type { RegistryEntry } from '../../../documents/library/registry.ts'
import type { Column } from '../../../documents/plan/column.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { readable } from '../../list/list-route.ts'
import { getResource, type Resource } from '../../resource.ts'
import type { ReadServices } from '../../services.ts'
import { readableDetails } from './export-workbook.ts'

type Columns = ReadonlyMap<string, Pick<Column, 'isMasked' | 'shownIn'>>

const listKeys = (columns: Columns): unknown[] =>
  [...columns].map(([key, { isMasked = false, shownIn = null }]) => [key, isMasked, shownIn])

/** Whether the tenant of the request decides which records the user sees. */
const readsTenant = (
  { isTenantBound, screen, table }: Resource,
  { dataRules }: Pick<SessionUser, 'dataRules'>,
): boolean =>
  isTenantBound ||
  screen.table.about !== undefined ||
  caseTables.has(table) ||
  [...(dataRules?.values() ?? [])].flat().some(({ value }) => value.includes('tenant_id'))

/** The screens of the records whose values the columns show, each once. */
function listSources(
  { documents }: Pick<ReadServices, 'documents'>,
  fields: readonly Field[],
): RegistryEntry<StoredScreen>[] {
  const all = fields.flatMap((field) => (isDetail(field) ? field.fields : [field]))
  const ids = new Set(all.flatMap(({ from }) => from?.screen ?? []))
  return [...ids].flatMap((id) => documents.screen(id) ?? [])
}

/**
 * A digest of everything that decides what a user may export of a screen: the columns, the detail tables, the screens of the
 * records whose values they show, and the rules of the rows with the attributes of the user that they read.
 */
export function exportRights(
  services: ReadServices,
  entry: RegistryEntry<StoredScreen>,
  user: SessionUser,
): string {
  const { columns, caller } = readable(services, entry, user)
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  const details = readableDetails(resource, caller.can)
  const bindRules = ({ document }: RegistryEntry<StoredScreen>) =>
    findBinding(document.rowRules ?? [], listCode(document), user)
  const sources = listSources(services, entry.document.fields)
  const tables = [entry, ...sources].map((table) =>
    getResource(table.document, table.documentHash, fieldValues),
  )
  const { isAdmin, username, orgCode, orgCodes = [], roles, dataRules = [], tenantId = 0 } = user
  const parts = [
    listKeys(columns),
    details.map(({ detail, columns: rowColumns, shownIn }) => [detail.key, shownIn, listKeys(rowColumns)]),
    bindRules(entry),
    [isAdmin, username, orgCode, [...orgCodes].sort(), [...roles].sort(), [...dataRules]],
    tables.some((table) => readsTenant(table, user)) ? tenantId : null,
    ...sources.map((source) => [
      source.document.id,
      listKeys(readable(services, source, user).columns),
      bindRules(source),
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

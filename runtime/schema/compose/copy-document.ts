import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { hasCapability } from '../kinds/plans.ts'
import { currentVersion } from '../names/document-version.ts'

/** The table of a new screen, from its id. */
export const toTableName = (id: string): string => id.replaceAll(/\W/g, '_')
/** The table of a detail table, from that of its document. */
export const detailTableName = (table: string, key: string): string => `${table}_${key.toLowerCase()}`
/** The permission prefix of a new document. */
export const toPerm = (id: string): string => id.replace('/', ':')
/** The id of a new report, from its code: `rp_loan_days` is `report/loan-days`. */
export const toReportId = (code: string): string =>
  `report/${code
    .toLowerCase()
    .replace(/^rp[_-](?=[a-z])/, '')
    .replaceAll('_', '-')}`

/**
 * A copy of a screen with a table of its own, and with one for each of its detail tables; component names and proposed
 * grants stay with the original.
 */
export function copyScreen(
  document: JsonObject,
  id: string,
  title: string,
  tableName = toTableName(id),
): JsonObject {
  const { component: _names, roles: _grants, menu, ...rest } = structuredClone(document)
  const fields = Array.isArray(rest.fields)
    ? rest.fields.map((field) =>
        isJsonObject(field) && isJsonObject(field.table)
          ? {
              ...field,
              table: { ...field.table, name: detailTableName(tableName, String(field.key)) },
            }
          : field,
      )
    : rest.fields
  return {
    ...rest,
    id,
    title,
    perm: toPerm(id),
    ...(isJsonObject(menu) && { menu: withoutPath(menu) }),
    ...(isJsonObject(rest.table) && { table: { ...withoutNames(rest.table), name: tableName } }),
    fields,
  }
}

const withoutPath = ({ path: _, group: _group, ...menu }: JsonObject): JsonObject => menu

/** The table without the names of its indexes, which are unique in the database. */
function withoutNames({ indexes, ...table }: JsonObject): JsonObject {
  if (!Array.isArray(indexes)) return table
  return {
    ...table,
    indexes: indexes.map((index) => {
      if (!isJsonObject(index)) return index
      const { name: _, ...rest } = index
      return rest
    }),
  }
}

/** A second view of a screen's records: an overlay with a menu entry and permissions of its own. */
export const copyView = (document: JsonObject, id: string, title: string): JsonObject => ({
  version: currentVersion,
  kind: 'screen',
  id,
  title,
  extends: document.id,
  perm: toPerm(id),
  ...(isJsonObject(document.menu) && { menu: withoutPath(document.menu) }),
  fields: [],
})

/**
 * A copy of a document of any kind, as a page of its own: a screen with tables of its own, unless it is one over
 * another's records; a report with a code of its own. Codes that open it stay those of the original.
 */
export function copyDocument(document: JsonObject, id: string, title: string): JsonObject {
  if (hasCapability(document, 'hasTable')) return copyScreen(document, id, title)
  const { component: _names, roles: _grants, menu, ...rest } = structuredClone(document)
  return {
    ...rest,
    id,
    title,
    ...(typeof rest.code === 'string' && { code: toCode(id) }),
    ...(typeof rest.perm === 'string' && { perm: toPerm(id) }),
    ...(isJsonObject(menu) && { menu: withoutPath(menu) }),
  }
}

const toCode = (id: string): string => `rp_${id.replaceAll(/\W/g, '_')}`

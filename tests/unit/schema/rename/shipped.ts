import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Renaming } from '#runtime/schema/rename/definition.ts'
import { type Renamed, type RenameParts, rename } from '#runtime/schema/rename/rename.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { requirePattern } from '#server/documents/check/patterns.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { renameInSql } from '#server/documents/report-sql/rename-in-sql.ts'

const home = join(import.meta.dirname, '../../../../schemas')

export const shipped: JsonObject[] = readdirSync(home, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.parentPath.includes('$'))
  .map((entry) => JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')) as JsonObject)

export const parts: RenameParts = {
  types: fieldValues,
  settings: fieldSettings,
  compilePattern: requirePattern,
  check: getDocumentCheck(),
  registered: registeredNames,
  renameInSql,
}

export const renameIn = (documents: readonly JsonObject[], renaming: Renaming): Renamed =>
  rename(documents, renaming, parts)

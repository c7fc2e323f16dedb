import { fieldSettings } from '#runtime/fields/settings.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import type { RegisteredNames } from '#runtime/schema/names/known-names.ts'
import type { RenameParts } from '#runtime/schema/rename/rename.ts'
import { requirePattern } from '../../../documents/check/patterns.ts'
import { getDocumentCheck } from '../../../documents/document-checker.ts'
import { renameInSql } from '../../../documents/report-sql/rename-in-sql.ts'

/** What a rename needs to resolve names and to check its result; the check is compiled at the first one. */
export function getRenameParts(registered: RegisteredNames): RenameParts {
  return {
    types: fieldValues,
    settings: fieldSettings,
    compilePattern: requirePattern,
    check: getDocumentCheck(),
    registered,
    renameInSql,
  }
}

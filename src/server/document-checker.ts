import { RE2JS } from 're2js'
import { fieldSettings } from '../../runtime/fields/settings.ts'
import { fieldValues } from '../../runtime/fields/values.ts'
import { compilePattern, shortcuts } from '../../runtime/rules/patterns.ts'
import { type Check, createChecker } from '../../runtime/schema/check.ts'
import { compileSchema } from '../../runtime/schema/validator.ts'

/** A pattern runs on both sides, so both must take it: the browser's engine and the server's linear one. */
function requirePattern(source: string): void {
  if (shortcuts.has(source)) return
  const inBrowser = compilePattern(source)
  if (!inBrowser.ok) throw new Error(inBrowser.text)
  RE2JS.compile(source)
}

/** The check of documents with this server's field types and patterns; compiling takes a moment, so make it once. */
export const createDocumentCheck = (): Check =>
  createChecker({
    types: fieldValues,
    settings: fieldSettings,
    compileSchema,
    compilePattern: requirePattern,
  })

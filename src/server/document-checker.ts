import { RE2JS } from 're2js'
import { fieldSettings } from '../../runtime/fields/settings.ts'
import { fieldValues } from '../../runtime/fields/values.ts'
import { isPatternWord } from '../../runtime/rules/patterns.ts'
import { type Check, createChecker } from '../../runtime/schema/check.ts'
import { compileSchema } from '../../runtime/schema/validator.ts'

/** The check of documents with this server's field types and patterns; compiling takes a moment, so make it once. */
export const createDocumentCheck = (): Check =>
  createChecker({
    types: fieldValues,
    settings: fieldSettings,
    compileSchema,
    compilePattern: (source) => isPatternWord(source) || RE2JS.compile(source),
  })

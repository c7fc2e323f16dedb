import { Schema } from '@formily/json-schema'
import { appError } from '#runtime/kernel/errors.ts'

/**
 * Formily compiles any `{{…}}` in a schema with `new Function`. This replacement refuses: expressions reach Formily
 * as functions, and text that looks like code is an error in the document. Called before the first form.
 */
export function refuseFormilyExpressions(): void {
  Schema.registerCompiler((expression: string) => {
    throw appError('BUSINESS', { text: `界面文档中不允许 {{${expression}}} 这样的表达式` })
  })
  Schema.silent(false)
}

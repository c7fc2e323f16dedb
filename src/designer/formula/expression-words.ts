import type { SettingsPanel } from '#runtime/schema/settings/settings-node.ts'

/** A keyword of a field whose value is an expression. */
export interface ExpressionWord {
  key: string
  title: string
}

/** The keywords that the designer edits as expressions. */
export const listExpressionWords = (panel: SettingsPanel): ExpressionWord[] =>
  panel.flatMap(({ editor, field: { key, title = key } }) =>
    editor === 'expression' ? [{ key, title }] : [],
  )

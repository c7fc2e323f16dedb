import { javascriptLanguage } from '@codemirror/lang-javascript'

// A program would begin with a block; a document is a single value.
export const json = javascriptLanguage.configure({ top: 'SingleExpression' }, 'json')

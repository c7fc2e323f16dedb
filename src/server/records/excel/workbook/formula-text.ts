/** Texts that a spreadsheet would compute, also behind blanks and quotes, and in full width. */
const formula = /^[\s"'＂＇]*[=+\-@＝＋－＠\t\r]/u

/** Whether a spreadsheet may read the text as a formula when a user edits or converts its cell. */
export const isFormulaText = (text: string): boolean => formula.test(text)

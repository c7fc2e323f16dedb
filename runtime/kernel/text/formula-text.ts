/** Texts that a spreadsheet would compute, also behind blanks and quotes, and in full width. */
const formula = /^[\s"'＂＇]*[=+\-@＝＋－＠\t\r]/u

/** Whether a spreadsheet may read the text as a formula when a user edits or converts its cell. */
export const isFormulaText = (text: string): boolean => formula.test(text)

/** Prefixes a text that a spreadsheet would read as a formula; numbers stay numbers. */
export const guarded = (text: string): string => (isFormulaText(text) ? `'${text}` : text)

/** A text as a cell of comma-separated values. */
export const csvText = (text: string): string => {
  const safe = guarded(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

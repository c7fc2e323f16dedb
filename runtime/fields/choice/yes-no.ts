/** The spellings of yes and no that users and Excel write; null for any other text. */
export function readYesNo(word: string): boolean | null {
  if (/^(是|真|true|y|yes|√|1)$/i.test(word)) return true
  return /^(否|假|false|n|no|×|0)$/i.test(word) ? false : null
}

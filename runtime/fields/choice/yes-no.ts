/** What people and Excel write for yes and no; null for anything else. */
export function readYesNo(word: string): boolean | null {
  if (/^(是|真|true|y|yes|√|1)$/i.test(word)) return true
  return /^(否|假|false|n|no|×|0)$/i.test(word) ? false : null
}

/** Whether the condition of a tree is empty, or the text of a JSON object. */
export function isCondition(text: string | undefined): boolean {
  if (text === undefined || text === '') return true
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read)
  } catch {
    return false
  }
}

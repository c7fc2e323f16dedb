/** Whether a tree's condition is none, or a JSON object's text. */
export function isCondition(text: string | undefined): boolean {
  if (text === undefined || text === '') return true
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read)
  } catch {
    return false
  }
}

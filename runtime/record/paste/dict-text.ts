/** The key of the text that accompanies a dictionary value in a record. */
export const dictTextKey = (key: string): string => `${key}_dictText`

/** The text that the server, or a control after a selection, set beside a value. */
export function serverText(values: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const text = values[dictTextKey(key)]
  return typeof text === 'string' && text !== '' ? text : undefined
}

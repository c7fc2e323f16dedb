/** The name in a value that stands for one of the record: `$form.key` of its head, `$row.key` of the row; null for a fixed value. */
export function readBoundName(value: unknown): { place: 'form' | 'row'; name: string } | null {
  const [, place, name = ''] = /^\$(form|row)\.(\w+)$/.exec(String(value)) ?? []
  return place === 'form' || place === 'row' ? { place, name } : null
}

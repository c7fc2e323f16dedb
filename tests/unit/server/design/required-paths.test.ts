import { expect, it } from 'vitest'
import { requiredPaths } from '#server/modules/design/enhancement-routes.ts'

it('the fields that an effect needs are named with their detail table, optional ones are not', () => {
  const needed = (key: string, isOptional = false) => ({ key, isOptional, value: 'text' as const })
  const rows = { key: 'items', isOptional: false, value: 'rows' as const }
  expect(
    requiredPaths([
      needed('fbillno'),
      needed('fremark', true),
      { ...rows, fields: [needed('spid'), needed('fnote', true)] },
      { ...rows, key: 'parts', fields: [needed('fnote', true)] },
    ]),
  ).toEqual(['fbillno', 'items.spid', 'parts'])
})

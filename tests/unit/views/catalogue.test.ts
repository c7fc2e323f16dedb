// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { shownValue } from '#runtime/preview/sample-values.ts'
import { typeGroups } from '#runtime/preview/type-groups.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { draftProblems } from '#server/documents/validate.ts'
import { samples } from '#views/catalogue/samples.ts'
import { shipped } from '../../contract/kinds/kind-stage.tsx'

describe('the samples of the catalogue', () => {
  it.each(samples)('are documents without a problem: $title', async ({ document }) => {
    expect(await draftProblems(document, shipped, registeredNames)).toEqual([])
  })

  it('contain every field type with a valid value, also in the index', () => {
    const listed = typeGroups('').flatMap(({ types }) => types.map(({ type }) => type))
    expect(listed.sort()).toEqual([...fieldTypes.keys()].sort())
    for (const [word, type] of fieldTypes) {
      const field = type.designer.sample
      if (type.dataType === 'rows' || field.writeOnly) continue
      const value = shownValue(field)
      expect(value, word).not.toBeNull()
      const lookup = { text: () => undefined, value: () => undefined, items: () => [] }
      expect(type.check(value, field, lookup), word).toBeNull()
      expect(type.toWire(type.fromWire(value, field), field), word).toEqual(value)
    }
  })
})

import { expect, expectTypeOf, it } from 'vitest'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { fieldSettings } from '../../../runtime/fields/settings.ts'
import titles from '../../../runtime/schema/names/key-titles.json'

it('a misspelt name of a setting does not compile, and an unknown type’s setting has no type', () => {
  const field: Field = { key: 'fname', title: '书名', type: 'input' }
  // @ts-expect-error: no field has this setting
  expect(field.tpye).toBeUndefined()
  // @ts-expect-error: the settings of a screen's fields have fixed names too
  expect([] as ScreenDocument['fields'][number]['dictcode'][]).toEqual([])
  expectTypeOf(field.type).toEqualTypeOf<string>()
  expectTypeOf(field.dictCode).toEqualTypeOf<unknown>()
})

it('every setting of a field type has a name in the type of a field', () => {
  const names = Object.values(fieldSettings).flatMap((shapes) => Object.keys(shapes))
  expect(names.filter((name) => !(name in titles.field))).toEqual([])
})

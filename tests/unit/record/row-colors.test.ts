import { expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { compileColors } from '#runtime/record/row-colors.ts'
import { keySet, rowScope } from '#runtime/record/scope.ts'
import type { Field } from '#runtime/schema/types.ts'

const fields = [
  {
    key: 'fnum',
    type: 'inputNumber',
    colors: [
      { when: 'fnum == 0', color: 'error' },
      { when: 'fnum < fmin', color: 'warning' },
      { when: 'fnum > form.flimit', color: 'info', row: true },
    ],
  },
  { key: 'fmin', type: 'inputNumber' },
  { key: 'fend', type: 'date', colors: [{ when: 'fend < today()', color: 'muted', row: true }] },
] as unknown as Field[]

const keys = keySet(fields, fieldValues)
const findColors = (row: Record<string, unknown>) => {
  const compiled = compileColors(fields)
  const colors = compiled?.(rowScope(row, keys, ([, name]) => (name === 'flimit' ? 50 : null)))
  return [colors?.cell('fnum'), colors?.cell('fmin'), colors?.row]
}

it.each([
  ['no condition is met', { fnum: 9, fmin: 5 }, [undefined, undefined, undefined]],
  ['the first of two met conditions is of the cell', { fnum: 0, fmin: 5 }, ['error', undefined, undefined]],
  ['only the second condition is met', { fnum: 3, fmin: 5 }, ['warning', undefined, undefined]],
  ['a condition of the row reads the head', { fnum: 60, fmin: 5 }, [undefined, undefined, 'info']],
  ['a date is before today', { fnum: 9, fend: '2001-01-01' }, [undefined, undefined, 'muted']],
  ['two conditions of the row are met', { fnum: 60, fend: '2001-01-01' }, [undefined, undefined, 'info']],
  ['the values are empty', {}, [undefined, undefined, undefined]],
])('a row has its colours when %s', (_title, row, colors) => {
  expect(findColors(row)).toEqual(colors)
})

it('fields without conditions have no colours', () => {
  expect(compileColors([{ key: 'a', type: 'input' } as Field])).toBeNull()
})

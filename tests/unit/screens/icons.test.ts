import { expect, it } from 'vitest'
import { getIcon } from '#runtime/ui/icons/icons.ts'

it('a menu icon is found by each of its spellings, and an unknown name gives the default icon', () => {
  expect(getIcon('bar-chart-outlined')).toBe(getIcon('bar-chart'))
  expect(getIcon('ant-design:bar-chart-outlined')).toBe(getIcon('bar-chart'))
  expect(getIcon('bar-chart')).not.toBe(getIcon('appstore'))
  expect(getIcon('constructor')).toBe(getIcon('appstore'))
})

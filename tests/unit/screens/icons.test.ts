import { expect, it } from 'vitest'
import { iconOf } from '#runtime/ui/icons/icons.ts'

it('a menu icon is found by each of its spellings, and an unknown name gives the default icon', () => {
  expect(iconOf('bar-chart-outlined')).toBe(iconOf('bar-chart'))
  expect(iconOf('ant-design:bar-chart-outlined')).toBe(iconOf('bar-chart'))
  expect(iconOf('bar-chart')).not.toBe(iconOf('appstore'))
  expect(iconOf('constructor')).toBe(iconOf('appstore'))
})

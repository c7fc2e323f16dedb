import { describe, expect, it } from 'vitest'
import { checkMigrationNames, findRenamed } from '#server/platform/store/migration-names.ts'

describe('names of migrations', () => {
  it('are accepted when each has a time and words of its own', () => {
    expect(() => checkMigrationNames(['20261122-2047-imports', '20261122-2048-import-log'])).not.toThrow()
  })

  it.each(['048-version-moves', '20261122-imports', '20261122-2047', '20261122-2047-Imports', 'imports'])(
    'are refused in another form: %s',
    (name) => {
      expect(() => checkMigrationNames([name])).toThrow(`migration ${name}: a name is a date`)
    },
  )

  it.each([
    ['the time', '20261122-2047-exports', '20261122-2047'],
    ['the words', '20261123-0900-imports', 'imports'],
    ['the whole name', '20261122-2047-imports', '20261122-2047'],
  ])('are refused when two share %s', (_, second, part) => {
    expect(() => checkMigrationNames(['20261122-2047-imports', second])).toThrow(
      `migrations 20261122-2047-imports and ${second}: both have ${part}`,
    )
  })
})

it('a numbered name has the words of its new name', () => {
  const names = ['20261122-2154-role-rules', '20261123-0606-fill-rules']
  const applied = ['012-role-rules', '034-fill-rules', '20261123-0606-fill-rules', '999-later', 'fill-rules']
  expect([...findRenamed(applied, names)]).toEqual([
    ['012-role-rules', '20261122-2154-role-rules'],
    ['034-fill-rules', '20261123-0606-fill-rules'],
  ])
})

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { collectLicences } from '../../../../../scripts/build/licence-files.ts'

const read = (path: string) => (path.endsWith('/b') ? 'the text of b' : '')

it('lists the packages that ship by name, with the texts of their licences once', () => {
  const locked = {
    '': { version: '1.0.21' },
    'node_modules/b': { version: '2.0.0', license: 'MIT' },
    'node_modules/a': { version: '1.0.0', license: 'ISC' },
    'node_modules/a/node_modules/b': { version: '1.0.0', license: 'MIT' },
    'node_modules/tool': { version: '3.0.0', dev: true },
  }
  expect(collectLicences(locked, read)).toEqual({
    packages: [
      { name: 'a', version: '1.0.0', licence: 'ISC' },
      { name: 'b', version: '2.0.0', licence: 'MIT', text: 0 },
      { name: 'b', version: '1.0.0', licence: 'MIT', text: 0 },
    ],
    texts: ['the text of b'],
  })
})

it('refuses a package whose licence nobody knows', () => {
  expect(() => collectLicences({ 'node_modules/secret': { version: '1.0.0' } }, read)).toThrow(
    /secret 1\.0\.0: its licence is not known/,
  )
})

it('knows the licence of every package of the product', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const found = collectLicences(packages, () => '').packages
  expect(found.length).toBeGreaterThan(500)
  expect(found.map(({ name }) => name)).toContain('antd')
  expect(found.map(({ name }) => name)).not.toContain('vitest')
})

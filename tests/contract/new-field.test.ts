import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const lists = [
  'runtime/fields/values.ts',
  'runtime/fields/settings.ts',
  'runtime/fields/index.ts',
  'runtime/schema/language/words/types.ts',
  'tests/contract/field-samples.ts',
]
const before = lists.map((file) => readFileSync(join(root, file), 'utf8'))
let home = ''

// Inside the project (in a folder that git ignores), so that its packages are found.
beforeAll(() => {
  mkdirSync(join(root, 'coverage'), { recursive: true })
  home = mkdtempSync(join(root, 'coverage/new-field-'))
  for (const part of [
    'runtime',
    'src',
    'scripts',
    'tests/contract',
    'tests/unit',
    'schemas',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ])
    cpSync(join(root, part), join(home, part), { recursive: true })
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function run(command: string, ...args: string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: home })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    child.on('close', (code) => resolve({ code, text }))
  })
}
const newField = (...args: string[]) => run('tsx', 'scripts/new-field.ts', ...args)

it('a new type is one folder and one entry in the lists: it compiles, passes the contract suite, and can be removed', async () => {
  expect(await newField('seal_mark')).toMatchObject({ code: 0 })
  expect((await run('tsx', 'scripts/generate.ts')).text).toContain('wrote schemas/$meta/document.schema.json')
  const types = await run('tsc', '--noEmit', '-p', 'tsconfig.json')
  expect(
    types.text.split('\n').filter((line) => /seal_mark|fields\/(index|values|settings)\.ts/.test(line)),
  ).toEqual([])
  const suite = await run(
    'vitest',
    'run',
    'tests/contract/fields.test.tsx',
    'tests/contract/words.test.ts',
    '-t',
    'seal_mark|vocabulary|every',
  )
  expect(suite.code, suite.text).toBe(0)
  expect(suite.text).toMatch(/(?:[5-9]|\d\d) passed/)
  expect(readFileSync(join(home, 'schemas/README.md'), 'utf8')).toContain('| `seal_mark` |')
  expect((await newField('seal_mark')).text).toContain('There is a type seal_mark already')

  expect(await newField('seal_mark', '--remove')).toMatchObject({ code: 0 })
  expect(existsSync(join(home, 'runtime/fields/seal_mark'))).toBe(false)
  expect(lists.map((file) => readFileSync(join(home, file), 'utf8'))).toEqual(before)
}, 300_000)

it('refuses an invalid type name, and the removal of a missing type', async () => {
  expect((await newField('Bad-Word')).code).toBe(1)
  expect((await newField('nowhere', '--remove')).text).toContain('There is no type nowhere')
})

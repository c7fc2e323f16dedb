import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const parts = ['runtime', 'src', 'scripts', 'tests/contract', 'tests/unit', 'schemas']
const generated = [
  'runtime/fields/kit/types.json',
  'runtime/schema/names/key-order.json',
  'runtime/schema/names/key-titles.json',
  'schemas/$meta/document.schema.json',
  'schemas/README.md',
]
let home = ''

// Inside the project (in a folder that git ignores), so that its packages are found.
beforeAll(() => {
  mkdirSync(join(root, 'coverage'), { recursive: true })
  home = mkdtempSync(join(root, 'coverage/new-field-'))
  for (const part of [
    ...parts,
    'package.json',
    'package-lock.json',
    'tsconfig',
    'tsconfig.json',
    'vite.config.ts',
    'biome.json',
  ])
    cpSync(join(root, part), join(home, part), { recursive: true })
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function run(command: string, ...args: string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const { BUILT_THREADS: _built, ...env } = process.env
    const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: home, env })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    child.on('close', (code) => resolve({ code, text }))
  })
}
const newField = (...args: string[]) => run('tsx', 'scripts/new-field.ts', ...args)

/** The text of every file of the tree. */
const readTree = (): Map<string, string> =>
  new Map(
    parts
      .flatMap((part) => readdirSync(join(home, part), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(home, path), readFileSync(path, 'latin1')]),
  )

/** The files that differ, without the generated ones. */
function changesSince(before: Map<string, string>): string[] {
  const after = readTree()
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((file) => before.get(file) !== after.get(file) && !generated.includes(file))
    .sort()
}
const newLines = (before: Map<string, string>, file: string): string[] => {
  const known = new Set(before.get(file)?.split('\n'))
  return readFileSync(join(home, file), 'latin1')
    .split('\n')
    .filter((line) => !known.has(line))
}

it('a new type passes the contract suites when it is added to a family or with a new family', async () => {
  const before = readTree()
  expect(await newField('seal_mark', '--family', 'choice')).toMatchObject({ code: 0 })
  const inFamily = ['settings.ts', 'values.ts', 'views.tsx'].map((name) => `runtime/fields/choice/${name}`)
  expect(changesSince(before)).toEqual(inFamily)

  expect(await newField('ink_mark', '--family', 'stamp')).toMatchObject({ code: 0 })
  const lists = ['index.ts', 'settings.ts', 'values.ts'].map((name) => `runtime/fields/${name}`)
  const folder = inFamily.map((file) => file.replace('choice', 'stamp'))
  expect(changesSince(before)).toEqual([...inFamily, ...lists, ...folder].sort())
  // One entry in each list, and its import.
  for (const list of lists)
    expect(newLines(before, list)).toEqual([
      expect.stringMatching(/^import \{ stamp\w+ \} from/),
      expect.stringMatching(/^ {2}\.\.\.stamp\w+,$/),
    ])

  expect((await run('tsx', 'scripts/generate.ts')).text).toContain('wrote schemas/$meta/document.schema.json')
  const readme = readFileSync(join(home, 'schemas/README.md'), 'utf8')
  for (const word of ['seal_mark', 'ink_mark']) expect(readme).toContain(`| \`${word}\` |`)
  const lint = await run('biome', 'check', '--vcs-enabled=false', '--colors=off', 'runtime/fields')
  expect(lint.code, lint.text).toBe(0)
  const changed = {
    extends: './tsconfig/tests.json',
    compilerOptions: { composite: false, emitDeclarationOnly: false },
    include: ['runtime/fields', 'runtime/schema'],
    references: [],
  }
  writeFileSync(join(home, 'tsconfig.changed.json'), JSON.stringify(changed))
  const types = await run('../typescript-7/bin/tsc', '--noEmit', '-p', 'tsconfig.changed.json')
  expect(types.text.split('\n').filter((line) => /^runtime\//.test(line))).toEqual([])
  const suites = [
    'fields/fields.test.tsx',
    'documents/excel.test.ts',
    'kinds/panels.test.tsx',
    'documents/words.test.ts',
    'readme.test.ts',
  ].map((file) => `tests/contract/${file}`)
  const own = await run(
    'vitest',
    'run',
    // The other core runs other tests; a second worker would load the modules again.
    '--maxWorkers=1',
    '--project=browser',
    '--project=node',
    ...suites,
    '-t',
    'seal_mark|ink_mark|vocabulary|every type|the language|own word|README',
  )
  expect(own.code, own.text).toBe(0)
  // Nine tests of a type, three of its cells, two of its writing, three of its panel.
  expect(Number(/Tests .*?(\d+) passed/.exec(own.text)?.[1])).toBeGreaterThanOrEqual(2 * 14)
}, 600_000)

it('new:field refuses a word that is no type word, a reserved family, and a type that exists', async () => {
  const before = readTree()
  expect((await newField('Bad-Word')).code).toBe(1)
  expect((await newField('ok_word', '--family', 'kit')).code).toBe(1)
  expect((await newField('input')).text).toContain('There is a type input already')
  expect(readTree()).toEqual(before)
}, 60_000)

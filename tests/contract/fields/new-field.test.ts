// @vitest-environment jsdom
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, type RunnerTask, TestRunner } from 'vitest'
import { composeDescribedSchema } from '#runtime/schema/compose.ts'
import { withWordTables } from '../../../scripts/generate/word-tables.ts'

/**
 * Two types that the command makes in a copy of the project pass the contract suites of field types. The suites run in this
 * worker on a second tree: the files that know the new types are those of the copy, all others are links to the project, so that
 * their modules are loaded already.
 */
const root = join(import.meta.dirname, '../../..')
/** What the command, the generator and the two checks read. */
const parts = ['runtime', 'scripts', 'package.json', 'tsconfig', 'biome.json']

// Inside the project (in a folder that git ignores), so that its packages are found.
mkdirSync(join(root, 'coverage'), { recursive: true })
const place = mkdtempSync(join(root, 'coverage/new-field-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const home = join(place, 'copy')
for (const part of parts) cpSync(join(root, part), join(home, part), { recursive: true })

function run(command: string, ...args: string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: home })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    child.on('close', (code) => resolve({ code, text }))
  })
}
const newField = (...args: string[]) => run('tsx', 'scripts/new-field.ts', ...args)

const readFolder = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'latin1')]),
  )
/** The text of every file of the copy. A command that changes a file outside of it finds none. */
const readTree = () => new Map([...readFolder(home)].map(([path, text]) => [relative(home, path), text]))

/** The files that differ. */
const compareTrees = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((file) => before.get(file) !== after.get(file))
    .sort()
const newLines = (before: Map<string, string>, file: string): string[] => {
  const present = new Set(before.get(file)?.split('\n'))
  return readFileSync(join(home, file), 'latin1')
    .split('\n')
    .filter((line) => !present.has(line))
}

const before = readTree()
const first = await newField('seal_mark', '--family', 'choice')
const between = readTree()
const second = await newField('ink_mark', '--family', 'stamp')
const changes = compareTrees(before, readTree())

const suites = [
  'fields/fields.test.tsx',
  'documents/excel.test.ts',
  'kinds/panels.test.tsx',
  'documents/words.test.ts',
  'readme.test.ts',
].map((file) => `tests/contract/${file}`)

/** Where modules are that depend on the list of types and take part in the suites. */
const dependents = [
  'runtime',
  'scripts/generate',
  'src/server/documents',
  'tests/contract/fields',
  'tests/contract/kinds',
  'tests/unit/fields',
]
const aliases = { '#runtime/': 'runtime/', '#server/': 'src/server/' }

/** The files that a module imports by a path. */
const listImports = (file: string, text: string): string[] =>
  [...text.matchAll(/(?:from |import |import\()'([#.][^']+)'/g)].map(([, path = '']) => {
    const alias = Object.entries(aliases).find(([prefix]) => path.startsWith(prefix))
    return alias ? path.replace(alias[0], alias[1]) : join(dirname(file), path)
  })

/** The files that have to be those of the copy: the changed ones, the suites, and the modules that import any of them. */
function findAffected(): Set<string> {
  const affected = new Set([...changes, ...suites])
  const imports = dependents
    .flatMap((folder) => [...readFolder(join(root, folder))])
    .filter(([path]) => /(?<!\.test)\.tsx?$/.test(path))
    .map(([path, text]) => [relative(root, path), text] as const)
    .map(([file, text]) => [file, listImports(file, text)] as const)
  for (let size = 0; size < affected.size; ) {
    size = affected.size
    for (const [file, paths] of imports) if (paths.some((path) => affected.has(path))) affected.add(file)
  }
  return affected
}

const mixed = join(place, 'mixed')
const affected = [...findAffected(), 'schemas/README.md']

/** The entries of a folder of the project and of the copy. */
const listNames = (folder: string): Set<string> => {
  const folders = [root, home].map((tree) => join(tree, folder)).filter(existsSync)
  return new Set(folders.flatMap((path) => readdirSync(path)))
}
/** Fills a folder of the second tree. */
function layOut(folder: string, names = listNames(folder)): void {
  mkdirSync(join(mixed, folder), { recursive: true })
  for (const name of names) {
    const path = join(folder, name)
    if (affected.includes(path)) cpSync(join(changes.includes(path) ? home : root, path), join(mixed, path))
    else if (affected.some((file) => file.startsWith(`${path}/`))) layOut(path)
    else symlinkSync(join(root, path), join(mixed, path))
  }
}
layOut('', new Set(['runtime', 'src', 'scripts', 'tests', 'schemas', 'package.json']))

const readme = join(mixed, 'schemas/README.md')
const { fieldSettings } = await import(join(mixed, 'runtime/fields/settings.ts'))
writeFileSync(readme, withWordTables(readFileSync(readme, 'utf8'), composeDescribedSchema(fieldSettings)))

it('a new type is added to a family or with a new family, in the lists and the generated files', async () => {
  expect([first, second]).toMatchObject([{ code: 0 }, { code: 0 }])
  const inFamily = ['settings.ts', 'values.ts', 'views.tsx'].map((name) => `runtime/fields/choice/${name}`)
  expect(compareTrees(before, between)).toEqual(inFamily)

  const lists = ['index.ts', 'settings.ts', 'values.ts'].map((name) => `runtime/fields/${name}`)
  const folder = inFamily.map((file) => file.replace('choice', 'stamp'))
  expect(changes).toEqual([...inFamily, ...lists, ...folder].sort())
  // One entry in each list, and its import.
  for (const list of lists)
    expect(newLines(before, list)).toEqual([
      expect.stringMatching(/^import \{ stamp\w+ \} from/),
      expect.stringMatching(/^ {2}\.\.\.stamp\w+,$/),
    ])

  const text = readFileSync(readme, 'utf8')
  for (const word of words) expect(text).toContain(`| \`${word}\` |`)
  const former = join(place, 'former')
  for (const name of [
    'schemas/README.md',
    'runtime/fields/kit/types.json',
    'runtime/schema/names/key-order.json',
  ])
    cpSync(join(root, name), join(former, name))
  const check = await run('tsx', 'scripts/generate.ts', '--check', former)
  expect(check.text.match(/^\S+ is stale/gm)).toEqual([
    'schemas/README.md is stale',
    'runtime/fields/kit/types.json is stale',
  ])
}, 600_000)

it('a new type has no fault of style', async () => {
  const file = join(home, 'biome.json')
  const settings = JSON.parse(readFileSync(file, 'utf8'))
  // All that these files may import. What it reads besides costs more than the check.
  settings.files.includes[0] = 'runtime/**'
  writeFileSync(file, JSON.stringify(settings))
  const lint = await run('biome', 'check', '--vcs-enabled=false', '--colors=off', 'runtime/fields')
  expect(lint.code, lint.text).toBe(0)
}, 600_000)

it('a new type has no fault of types', async () => {
  const changed = {
    extends: './tsconfig/tests.json',
    compilerOptions: {
      composite: false,
      incremental: false,
      tsBuildInfoFile: null,
      emitDeclarationOnly: false,
    },
    include: ['runtime/fields', 'runtime/schema'],
    references: [],
  }
  writeFileSync(join(home, 'tsconfig.changed.json'), JSON.stringify(changed))
  // The other core runs other tests; several checkers would check shared types several times.
  const args = ['--noEmit', '--checkers', '1', '-p', 'tsconfig.changed.json']
  const types = await run('../typescript-7/bin/tsc', ...args)
  expect(types.text.split('\n').filter((line) => /^(runtime\/|error)/.test(line))).toEqual([])
}, 600_000)

const words = ['seal_mark', 'ink_mark']
const isWanted = (name: string): boolean =>
  words.some((word) => name.includes(word)) || /vocabulary|every type|the language|own word|README/.test(name)

describe.each(suites)('a new type passes %s', async (file) => {
  await import(join(mixed, file))
  // The tests of the other types run on the project itself.
  const { tasks } = TestRunner.getCurrentSuite()
  tasks.splice(0, tasks.length, ...tasks.filter(({ name }) => isWanted(name)))
  // Some suites read the README from the folder of the process.
  beforeAll(() => process.chdir(mixed))
  afterAll(() => process.chdir(root))
})

it.for(words)('%s has passed a test for each part of a type', (word, { task }) => {
  const listPassed = ({ tasks }: { tasks: readonly RunnerTask[] }): string[] =>
    tasks.flatMap((each) => {
      if (each.type === 'suite') return listPassed(each)
      return each.result?.state === 'pass' ? [each.fullName] : []
    })
  const passed = listPassed(task.file).filter((name) => name.includes(` ${word} `))
  // Nine tests of a type, three of its cells, one of its writing, two of its panel.
  expect(passed).toHaveLength(15)
})

it('new:field refuses a word that is no type word, a reserved family, and a type that exists', async () => {
  const present = readTree()
  expect((await newField('Bad-Word')).code).toBe(1)
  expect((await newField('ok_word', '--family', 'kit')).code).toBe(1)
  expect((await newField('input')).text).toContain('There is a type input already')
  expect(compareTrees(present, readTree())).toEqual([])
}, 60_000)

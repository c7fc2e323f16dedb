import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

// Each static gate on a small tree that it must refuse. The gate over documents is proven with its command
// (tests/unit/schema/write/documents-command.test.ts), types and lint by the tools' own tests.
const root = join(import.meta.dirname, '../..')
const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true })
})

function tree(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gates-'))
  made.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const tool = (name: string) => join(root, 'node_modules/.bin', name)
const script = (name: string) => join(root, 'scripts', name)

function run(command: string, args: string[], cwd = root): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    child.on('close', (code) => resolve({ code, text }))
  })
}

/** Starts the work with the first call; starting a tool takes seconds, so tests read one answer for the trees of all. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => {
    answer ??= work()
    return answer
  }
}

describe('the layer gate', () => {
  const layers = (files: Record<string, string>) =>
    run('node', [
      script('gates/layers.mjs'),
      tree({ 'runtime/kernel/one.ts': '', 'src/app/one.ts': '', ...files }),
    ])
  const faulty = once(() =>
    layers({
      'runtime/kernel/up.ts': "import type { Screen } from '../schema/down.ts'\nexport type Up = Screen\n",
      'runtime/schema/down.ts': 'export type Screen = 1\n',
      'runtime/rules/here.ts': "import './there.ts'\n",
      'runtime/rules/there.ts': "import './here.ts'\n",
      'src/app/reach.ts': "import '../server/far.ts'\n",
      'src/views/up.ts': "import '../app/reach.ts'\n",
      'src/server/far.ts': '',

      'src/server/platform/up.ts': "import type { Save } from '../records/save.ts'\nexport type Up = Save\n",
      'src/server/records/save.ts': 'export type Save = 1\n',
      'src/server/modules/one/routes.ts': "import '../two/inside.ts'\nimport '../two/interface.ts'\n",
      'src/server/modules/two/inside.ts': '',
      'src/server/modules/two/interface.ts': '',
      'src/server/modules/two/routes.ts': "import '../one/interface.ts'\n",
      'src/server/modules/one/interface.ts': '',

      'runtime/grid/bars/bar.ts': "import '../rows/row.ts'\n",
      'runtime/grid/rows/row.ts': '',
      'runtime/grid/rows/menu/menu.ts':
        "import type { Key } from '../../bars/key.ts'\nexport type Menu = Key\n",
      'runtime/grid/bars/key.ts': 'export type Key = 1\n',
      'runtime/grid/state/state.ts': "import './parts/part.ts'\n",
      'runtime/grid/state/parts/part.ts': "import '../name.ts'\n",
      'runtime/grid/state/name.ts': '',

      'runtime/ui/one.css': '.pro-list .app-bar { color: red }',
      'src/client/one.css': '@media print { .app-bar, .bar { color: red } } .view-list:hover { top: 0 }',
    }),
  )

  it('passes when imports only point down, with the classes of the own and of lower layers, of libraries, and states', async () => {
    const { code, text } = await layers({
      'src/app/two.ts': "import '../../runtime/kernel/one.ts'\n",
      'runtime/grid/one.css': '.detail .detail-row.is-active > .pro-fx .ant-btn { color: red }',
      'src/app/one.css': '@media print { .app-bar .detail-row, .pro-page { width: 1.5em; } } /* .old */',
      'src/views/one.css': '.view-list .app-bar { background: url(a.svg) }',
    })
    expect([code, text]).toEqual([0, '  3 modules, 1 imports, 0 violations\n'])
  })

  it('refuses an import that points up (even of a type), a circle, and an import of the server', async () => {
    const { code, text } = await faulty()
    expect(code).toBe(1)
    expect(text).toContain('kernel: runtime/kernel/up.ts → runtime/schema/down.ts')
    expect(text).toMatch(/no-circles: runtime\/rules\/t?here\.ts → runtime\/rules\/t?here\.ts/)
    expect(text).toContain('app: src/app/reach.ts → src/server/far.ts')
    expect(text).toContain('views: src/views/up.ts → src/app/reach.ts')
  })

  it('refuse a server module that reaches past an interface file, an upward import and a circle of folders', async () => {
    const { text } = await faulty()
    expect(text).toContain('server platform: src/server/platform/up.ts → src/server/records/save.ts')
    const reach = 'a server module imports another by its interface file only'
    const lines = text.split('\n').filter((line) => line.startsWith(reach))
    expect(lines).toEqual([`${reach}: src/server/modules/one/routes.ts → src/server/modules/two/inside.ts`])
    const circle = 'no circles between the folders of the server'
    expect(text).toContain(`${circle}: src/server/modules/one → src/server/modules/two`)
  })

  it('refuses a circle between folders that no modules form, at any depth, and passes one folder inside another', async () => {
    const { text } = await faulty()
    const circle = ': in a circle with the folders beside it'
    expect(text.split('\n').filter((line) => line.endsWith(circle))).toEqual([
      `runtime/grid/bars${circle}`,
      `runtime/grid/rows${circle}`,
      `src/server/modules/one${circle}`,
      `src/server/modules/two${circle}`,
    ])
  })

  it('refuses a class without the prefix of its layer, and a class of a higher layer', async () => {
    const { text } = await faulty()
    const fault = 'class without the prefix of its layer: '
    const lines = text.split('\n').filter((line) => line.startsWith(fault))
    expect(lines.map((line) => line.slice(fault.length))).toEqual([
      'runtime/ui/one.css: .app-bar',
      'src/client/one.css: .bar',
      'src/client/one.css: .view-list',
    ])
  })

  it('refuse to pass when no module was read', async () => {
    const folder = tree({ 'runtime/kernel/one.txt': '', 'src/app/one.txt': '' })
    const { code, text } = await run('node', [script('gates/layers.mjs'), folder])
    expect([code, text]).toEqual([1, '0 of 0 modules were not read: \n'])
  })
})

describe('the gate for sizes', () => {
  const measure = (files: Record<string, string>) =>
    run('node', [script('gates/structure.mjs'), tree({ 'docs/a.md': '', ...files })])
  const lines = (count: number) => '\n'.repeat(count)

  it('passes folders of 20 files, files of 350 lines and tests of 450', async () => {
    const full = Object.fromEntries(Array.from({ length: 20 }, (_file, at) => [`src/a/${at}.ts`, lines(350)]))
    const { code } = await measure({
      ...full,
      'tests/a.test.ts': lines(450),
      'tests/fixtures/a.ts': lines(451),
    })
    expect(code).toBe(0)
  })

  it('refuses a folder of 21 files, a file of 351 lines and a test of 451', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_file, at) => [`src/a/${at}.ts`, '']))
    const { code, text } = await measure({
      ...many,
      'runtime/a.css': lines(351),
      'tests/a.test.ts': lines(451),
    })
    expect(code).toBe(1)
    expect(text).toContain('src/a: 21 files, at most 20')
    expect(text).toContain('runtime/a.css: 351 lines, at most 350')
    expect(text).toContain('tests/a.test.ts: 451 lines, at most 450')
  })
})

describe('the vocabulary gate', () => {
  const folders = {
    'src/a.ts': '',
    'tests/a.ts': '',
    'scripts/a.mjs': '',
    'schemas/a.json': '',
    'docs/a.md': '',
    'README.md': '',
  }
  const vocabulary = (files: Record<string, string>) =>
    run('node', [script('gates/vocabulary.mjs'), tree({ ...folders, ...files })])

  it('passes a keyword of documents as a property, and pronouns in texts', async () => {
    const { code, text } = await vocabulary({
      'runtime/a.ts': "interface Table { own: boolean }\nconst title = 'known'\n",
    })
    expect([code, text]).toEqual([0, '  7 files, 0 faults\n'])
  })

  const namings: [string, string, string][] = [
    ['a constant', 'const known = 1', 'known'],
    ['a function', 'function given() {}', 'given'],
    ['a parameter', 'const size = (one: string) => 1', 'one'],
    ['a destructured value', 'const { size: said } = table', 'said'],
    ['a property', 'interface Answer { asked: string }', 'asked'],
  ]
  const faulty = once(() =>
    vocabulary({
      'runtime/a.ts': namings.map(([, source]) => `${source}\n`).join(''),
      'runtime/b.ts': 'const mostRows = 20\n// Whoever hears of it reloads.\n',
      'runtime/c.ts': "const text = '请在“角色管理”里授权'\n",
      'schemas/a.json': '{ "title": "“甲”" }\n',
    }),
  )
  it('refuses a pronoun or participle as the name of a constant, function, parameter, property or destructured value', async () => {
    const { code, text } = await faulty()
    expect(code).toBe(1)
    for (const [at, [title, , name]] of namings.entries())
      expect(text, title).toContain(`runtime/a.ts:${at + 1} ${name} names no value`)
  })

  it('refuses limits that begin with an adjective, and metaphors in comments', async () => {
    const { code, text } = await faulty()
    expect(code).toBe(1)
    expect(text).toContain('runtime/b.ts:1 mostRows is a limit or default: MAX_, MIN_ or DEFAULT_')
    expect(text).toContain('runtime/b.ts:2 "Whoever" is no term of docs/glossary.md')
  })

  it('refuses other quotes around names in texts and documents', async () => {
    const { code, text } = await faulty()
    expect(code).toBe(1)
    expect(text).toContain('runtime/c.ts:1 “角色管理” is quoted with 「」')
    expect(text).toContain('schemas/a.json:1 “甲” is quoted with 「」')
  })
})

describe('the gate for the names of field types and document kinds', () => {
  const config = JSON.stringify({
    compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', types: [], noEmit: true },
    include: ['runtime', 'src'],
  })
  const checkNames = (files: Record<string, string>) =>
    run('node', [
      script('gates/contract-names.mjs'),
      tree({
        'tsconfig.json': config,
        'runtime/schema/language/field.ts':
          'export interface CommonField { key: string; type: string; validateRules?: string[] }\n',
        'runtime/schema/types.ts':
          "import type { CommonField } from './language/field.ts'\nexport type FieldOf<S = object> = CommonField & S\n",
        'runtime/fields/plain/settings.ts':
          "export const types = [fieldType('input'), fieldType('date')]\nexport interface DateFamily { ratio: number }\n",
        'runtime/fields/plain/views.tsx':
          "import type { FieldOf } from '../../schema/types.ts'\nimport type { DateFamily } from './settings.ts'\n" +
          'export const getRatio = (field: FieldOf<DateFamily>) => field.ratio\n',
        'runtime/schema/kinds/memo/plan.ts':
          "export const memoPlan = defineKindPlan({\n  name: 'memo',\n})\n",
        'runtime/schema/kinds/note/plan.ts': "export const notePlan = defineKindPlan({ name: 'note' })\n",
        ...files,
      }),
    ])

  it('passes names in their families and kinds, words of other vocabularies, and what is written out whole', async () => {
    const own = "export const isMemo = (document: { kind: string }) => document.kind === 'memo'\n"
    const { code, text } = await checkNames({
      'runtime/fields/plain/values.ts': "export const isDay = (type: string) => type === 'date'\n",
      'src/sql.ts': "export const isDay = (column: { type: 'date' | 'time' }) => column.type === 'date'\n",
      'src/form.ts': "export const name: { key: string; type: string } = { key: 'name', type: 'input' }\n",
      'runtime/schema/kinds/memo/check.ts': own,
      'src/server/documents/kinds/memo.ts': own,
      'src/page.ts': "export const isMemo = (page: { kind: 'memo' | 'frame' }) => page.kind === 'memo'\n",
      'src/new.ts': "export const memo: { kind: string; id: string } = { kind: 'memo', id: 'desk/first' }\n",
    })
    expect([code, text]).toEqual([0, '  4 field types, 2 kinds, 13 modules, 1 types of settings, 0 faults\n'])
  })

  const faults: [string, string, string][] = [
    ['a comparison', "(field: { type: string }) => field.type === 'date'", 'compares'],
    ['a case', "(type: string) => { switch (type) { case 'date': return 1 } return 0 }", 'compares'],
    ['a list', "new Set(['input', 'date'])", 'lists'],
    ['a table', '{ input: 1, date: 2 } as Record<string, number> satisfies Record<string, number>', 'entry'],
    ['a new field', "((): { type: string; width?: number } => ({ type: 'date' }))()", 'writes'],
    [
      'a comparison of a kind',
      "(document: { kind: 'memo' | 'note' }) => document.kind === 'memo'",
      'compares',
    ],
    ['a negated comparison', "(document?: { kind: unknown }) => document?.kind !== 'memo'", 'compares'],
    ['a reversed comparison', "(document: { kind: string }) => 'memo' === document.kind", 'compares'],
    ['an indexed kind', "(document: { kind: string }) => document['kind'] == 'memo'", 'compares'],
    [
      'a case of a kind',
      "(kind: string) => { switch (kind) { case 'memo': return 1 } return 0 }",
      'compares',
    ],
    ['a list of kinds', "(kind: string) => ['memo', 'note'].includes(kind)", 'lists'],
    ['a table of kinds', '{ memo: 1, note: 2 } satisfies Record<string, number>', 'entry'],
  ]
  const imports = "import type { FieldOf } from '../runtime/schema/types.ts'\n"
  const faulty = once(() =>
    checkNames({
      ...Object.fromEntries(
        faults.map(([, expression], at) => [`src/${at}.ts`, `export const one = ${expression}\n`]),
      ),
      'runtime/schema/kinds/note/check.ts': "export const isMemo = (kind: string) => kind === 'memo'\n",
      'src/argument.ts': `${imports}export type Seal = FieldOf<{ ratio?: number }>\n`,
      'src/assertion.ts': `${imports}export const read = (field: FieldOf) => (field as FieldOf & { ratio: number }).ratio\n`,
    }),
  )
  it('refuses a comparison, case, list, table and new field of names in another module', async () => {
    const { code, text } = await faulty()
    expect(code).toBe(1)
    for (const [at, [title, , word]] of faults.entries()) {
      const lines = text.split('\n').filter((line) => line.startsWith(`src/${at}.ts:1 `))
      expect(lines, title).toEqual(expect.arrayContaining([expect.stringContaining(word)]))
    }
  })

  it('refuses a kind in the folder of another one', async () => {
    const { text } = await faulty()
    expect(text).toContain('runtime/schema/kinds/note/check.ts:1 compares the name of a kind')
  })

  it('refuses a setting that an argument or an assertion declares again, besides the shape of its type', async () => {
    const { text } = await faulty()
    for (const name of ['argument', 'assertion'])
      expect(text).toContain(`src/${name}.ts:2 declares the setting ratio`)
  })
})

describe('what is shipped', () => {
  const clean = {
    'dist/app/.vite/manifest.json': JSON.stringify({ 'index.html': { file: 'assets/index.js' } }),
    'dist/app/assets/index.js': 'document.title = "x"\n',
    'dist/server/main.js': 'export {}\n',
    'scripts/budgets.json': JSON.stringify({
      page: { text: 'the page', kilobytes: 1, entries: ['index.html'] },
    }),
  }
  /** Two lazy parts and a library; only the first part has a budget. */
  const parts = (imports: Record<'a.js' | 'b.js', string[]>) => ({
    'dist/app/.vite/manifest.json': JSON.stringify({
      'index.html': { file: 'assets/index.js', isEntry: true },
      'a/a.ts': { file: 'a.js', isDynamicEntry: true, imports: imports['a.js'] },
      'b/b.ts': { file: 'b.js', isDynamicEntry: true, imports: imports['b.js'] },
      'big.js': { file: 'big.js' },
    }),
    'dist/app/a.js': 'a()\n',
    'dist/app/b.js': 'b()\n',
    'dist/app/big.js': randomBytes(60_000).toString('hex'),
    'scripts/budgets.json': JSON.stringify({
      first: { text: 'the first', kilobytes: 90, lazy: true, entries: ['a/a.ts'] },
    }),
  })
  const sizes = (files: Record<string, string>) =>
    run('node', [script('sizes.mjs'), tree({ ...clean, ...files })])

  it('passes when they are small and clean', async () => {
    const { code, text } = await sizes({})
    expect(code, text).toBe(0)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is part of the library's text
    const unused = 'Function("return this")();Function(`$root`,`with($root) { return (${e}); }`)(t)'
    const library = await sizes({ 'dist/app/assets/library.js': unused })
    expect(library.code, library.text).toBe(0)
    const lazy = await sizes(parts({ 'a.js': ['big.js'], 'b.js': [] }))
    expect(lazy.code, lazy.text).toBe(0)
  })

  it.each([
    ['over its budget', { 'dist/app/assets/index.js': randomBytes(2000).toString('hex') }, 'OVER the page'],
    ['code made from text', { 'dist/app/assets/late.js': 'x=new Function("return 1")' }, 'assets/late.js'],
    ['eval on the server', { 'dist/server/main.js': 'eval (x)' }, 'dist/server/main.js'],
    ['a source map', { 'dist/app/assets/index.js.map': '{}' }, 'source maps'],
    [
      'a heavy part in another one’s load',
      parts({ 'a.js': ['big.js'], 'b.js': ['big.js'] }),
      'b/b.ts loads big.js',
    ],
    [
      'chunks that import each other',
      {
        ...parts({ 'a.js': [], 'b.js': [] }),
        'dist/app/.vite/manifest.json': JSON.stringify({
          'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_b.js'] },
          '_b.js': { file: 'b.js', imports: ['a/a.ts'] },
          'a/a.ts': { file: 'a.js', isDynamicEntry: true, imports: ['_b.js'] },
        }),
      },
      '_b.js imports itself',
    ],
    ['a heavy part without a budget', parts({ 'a.js': [], 'b.js': ['big.js'] }), 'no budget names it'],
    ['a budget for nothing', { 'dist/app/.vite/manifest.json': '{}' }, 'index.html is no chunk'],
  ])('refuses %s', async (_what, files, told) => {
    const { code, text } = await sizes(files)
    expect(code).toBe(1)
    expect(text).toContain(told)
  })
})

describe('the gate of generated files', () => {
  it('refuses stale files', async () => {
    const name = 'runtime/schema/names/key-order.json'
    const stale = readFileSync(join(root, name), 'utf8').replace('{', '{ ')
    const { code, text } = await run(tool('tsx'), [script('generate.ts'), '--check', tree({ [name]: stale })])
    expect(code).toBe(1)
    expect(text).toContain(`${name} is stale`)
  })
})

describe('the gates of dead code and style', () => {
  it('refuse an unused export, file and package', async () => {
    const folder = tree({
      'knip.json': readFileSync(join(root, 'knip.json')),
      'package.json': JSON.stringify({ name: 'x', dependencies: { unused: '1.0.0' } }),
      'src/server/main.ts': "import { used } from './part.ts'\nused()\n",
      'src/server/part.ts': 'export const used = () => 1\nexport const unused = 2\n',
      'src/server/alone.ts': 'export const alone = 1\n',
    })
    const { code, text } = await run(tool('knip'), ['--directory', folder])
    expect(code).toBe(1)
    for (const part of ['src/server/alone.ts', 'unused ', 'package.json']) expect(text).toContain(part)
  })

  it('refuse unformatted code, `any`, a warning, and an effect that returns the value of an expression', async () => {
    const settings = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
    const folder = tree({
      'biome.json': JSON.stringify({ ...settings, vcs: { enabled: false } }),
      'scripts/gates/effect-values.grit': readFileSync(script('gates/effect-values.grit')),
      'effects.ts': [
        "import { useEffect, useLayoutEffect } from 'react'\n",
        'export function useEffects(place: HTMLElement, end: () => void) {',
        '  useEffect(() => place.scrollIntoView())',
        '  useLayoutEffect(() => (place ? end() : undefined))',
        '  useEffect(() => () => end())',
        '  useEffect(() => void end())',
        '  useEffect(() => {\n    return end\n  })',
        '}\n',
      ].join('\n'),
      'wide.ts': 'export const a = "double"\n',
      'loose.ts': 'export const b: any = 1\n',
      'idle.ts': 'export const c = () => {\n  const idle = 1\n}\n',
    })
    const { code, text } = await run(tool('biome'), ['ci', '--error-on-warnings', '--colors=off'], folder)
    expect(code).toBe(1)
    for (const part of ['wide.ts format', 'noExplicitAny', 'noUnusedVariables']) expect(text).toContain(part)
    expect(text.match(/effects\.ts:\d+:\d+ plugin/g)).toEqual([
      'effects.ts:4:19 plugin',
      'effects.ts:5:25 plugin',
    ])
  })
})

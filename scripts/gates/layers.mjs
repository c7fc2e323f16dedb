// The layers (README, "The map"): an import may only point down, and there are no circles, neither of modules nor of the
// folders of one folder. The CSS
// classes of a layer have one prefix; a stylesheet names only classes of its own layer and of the layers below.
// dependency-cruiser passes when it cannot read the code, so every module must have been seen.
// The tests of this gate pass another folder as the argument.

import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { listFiles, root } from '../run.mjs'
import { listCircularFolders } from './folder-circles.mjs'

const within = (...parts) => `^(${parts.join('|')})`
const packages = (...names) =>
  `^node_modules/(${names.map((name) => name.replace('/', '\\/')).join('|')})(/|$)`
const browser = [
  'react',
  'react-dom',
  'react-router-dom',
  'antd',
  '@ant-design/[^/]+',
  '@formily/[^/]+',
  'jotai',
  '@tanstack/[^/]+',
]

/** A layer: its files, and the files outside it that it may import. */
const layer = (name, from, mayImport, pathNot) => ({
  name,
  severity: 'error',
  from: { path: from, ...(pathNot ? { pathNot } : {}) },
  to: { path: '^(runtime|src|tests|scripts)/', pathNot: within(from.replace(/^\^/, ''), ...mayImport) },
})

const kernel = 'runtime/kernel/'
const schema = 'runtime/schema/'
const access = 'runtime/access/'
const rules = 'runtime/rules/'
const record = 'runtime/record/'
const host = 'runtime/host/'
const data = 'runtime/data/'
const ui = 'runtime/ui/'
const grid = 'runtime/grid/'
/** What a page gives to every part of it: requests, user, notices, documents, extensions. */
const services = 'runtime/services/'
/** The contract of field types and the contexts that carry types and open records to them. */
const contract = 'runtime/contract/'
const lists = 'runtime/fields/(index|values|settings)\\.ts$'
const kit = 'runtime/fields/kit/'
const compile = 'runtime/compile/'
const form = 'runtime/screens/(form|form-page)/'
const listKit = 'runtime/screens/list-kit/'
const screens = 'runtime/screens/'
const pure = [kernel, schema, access, rules, record]
const below = [kernel, schema, rules, record, host, data, ui, services]

/** The application: what its pages need, its pages, the online designers; `src/app` composes them. */
const client = 'src/client/'
const views = 'src/views/'
const designer = 'src/designer/'

const server = (path) => `src/server/${path}`
const serverPure = [...pure, lists]
const serverDocuments = server('documents/')
/** The layers of the server, the lowest first: each may import those before it. */
const serverLayers = [
  ['platform', server('platform/')],
  ['documents', serverDocuments],
  ['records', server('records/')],
  ['reports', server('reports/')],
  ['trial', server('trial/')],
  ['modules', server('modules/')],
]

const forbidden = [
  {
    name: 'no-circles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  layer('kernel', '^runtime/kernel/', []),
  layer('schema', '^runtime/schema/', [kernel]),
  layer('access', '^runtime/access/', [kernel]),
  layer('rules', '^runtime/rules/', [kernel, schema]),
  layer('record', '^runtime/record/', [kernel, schema, rules]),
  layer('host', '^runtime/host/', [kernel]),
  layer('data', '^runtime/data/', [kernel, schema, rules, host]),
  layer('ui', '^runtime/ui/', [kernel, schema, host]),
  layer('services', `^${services}`, [kernel, schema, rules, data]),
  layer('field contract', `^${contract}`, [kernel, schema, rules, record, data, services]),
  {
    name: 'the field contract knows no field type',
    severity: 'error',
    from: { path: `^${contract}` },
    to: { path: '^runtime/fields/' },
  },
  layer('grid', '^runtime/grid/', [...below, contract]),
  layer('field kit', '^runtime/fields/kit/', [...below, contract]),
  {
    name: 'no field family imports another',
    severity: 'error',
    from: { path: '^runtime/fields/([^/]+)/', pathNot: kit },
    to: {
      path: '^(runtime|src)/',
      pathNot: ['^runtime/fields/$1/', within(contract, kit, grid, ...below)],
    },
  },
  {
    name: 'only the grid family imports the grid',
    severity: 'error',
    from: {
      path: '^runtime/(fields|ui|data|services|host|compile|screens)/',
      pathNot: '^runtime/fields/grid/',
    },
    to: { path: `^${grid}` },
  },
  {
    name: 'nobody below the lists imports them',
    severity: 'error',
    from: { path: '^runtime/(fields/[^/]+|grid|ui|data|services|host|record|rules|compile|screens)/' },
    to: { path: lists },
  },
  layer('compile', '^runtime/compile/', [...pure, contract, services]),
  layer('screens', '^runtime/screens/', [compile, contract, kit, access, ...below]),
  {
    name: 'no screen kind imports another',
    severity: 'error',
    from: { path: '^runtime/screens/([^/]+)/', pathNot: within(form, listKit) },
    to: { path: `^${screens}`, pathNot: ['^runtime/screens/$1/', within(form, listKit)] },
  },
  {
    name: 'the list kit knows no screen kind',
    severity: 'error',
    from: { path: `^${listKit}` },
    to: { path: `^${screens}`, pathNot: within(form, listKit) },
  },
  {
    name: 'forms know no list',
    severity: 'error',
    from: { path: `^${form}` },
    to: { path: `^${screens}`, pathNot: within(form) },
  },
  layer('resolve', '^runtime/resolve/', [screens, compile, contract, access, ...below]),
  layer('preview', '^runtime/preview/', [
    'runtime/resolve/',
    lists,
    screens,
    compile,
    contract,
    kit,
    access,
    ...below,
  ]),
  layer('client', `^${client}`, ['runtime/']),
  layer('views', `^${views}`, ['runtime/', client]),
  layer('designer', `^${designer}`, ['runtime/', client, views]),
  layer('app', '^src/app/', ['runtime/', client, views, designer]),
  layer('server', '^src/server/', serverPure),
  ...serverLayers.map(([name, path], at) =>
    layer(`server ${name}`, `^${path}`, [
      ...serverPure,
      ...serverLayers.slice(0, at).map(([, lower]) => lower),
    ]),
  ),
  {
    name: 'a server module imports another by its interface file only',
    severity: 'error',
    from: { path: '^src/server/modules/([^/]+)/' },
    to: {
      path: '^src/server/modules/[^/]+/',
      pathNot: ['^src/server/modules/$1/', '^src/server/modules/[^/]+/interface\\.ts$'],
    },
  },
  {
    name: 'no circles between the folders of the server',
    scope: 'folder',
    severity: 'error',
    from: { path: '^src/server' },
    to: { circular: true },
  },
  {
    name: 'the runtime never imports the product',
    severity: 'error',
    from: { path: '^runtime/' },
    to: { path: '^src/' },
  },
  {
    name: 'pure layers import no browser library',
    severity: 'error',
    from: { path: within(...pure, 'src/server/') },
    to: { path: packages(...browser, 'axios') },
  },
  {
    name: 'nothing that the server reaches imports a browser library',
    severity: 'error',
    from: { path: '^src/server/main\\.ts$' },
    to: { path: packages(...browser), reachable: true },
  },
  {
    name: 'formily lives in compile and the form screen',
    severity: 'error',
    from: { path: '^(runtime|src)/', pathNot: within(compile, 'runtime/screens/form/') },
    to: { path: packages('@formily/[^/]+') },
  },
  {
    name: 'the sign-in page stays light',
    severity: 'error',
    from: { path: '^src/(app/(sign-in/|main\\.tsx)|client/(session/|guard\\.ts))' },
    to: { path: packages('antd', '@ant-design/[^/]+', '@formily/[^/]+') },
  },
  {
    name: 'the browser loads no schema library',
    severity: 'error',
    from: {
      path: '^(runtime|src)/',
      pathNot: within(
        'runtime/schema/',
        'runtime/fields/[^/]+/settings\\.ts',
        'runtime/fields/settings\\.ts',
        'src/server/',
      ),
    },
    to: { path: packages('typebox', 'ajv'), dependencyTypesNot: ['type-only'] },
  },
]

/** The prefix of the CSS classes of each layer, the lowest layer first. */
const classLayers = [
  ['runtime/', /^pro-/],
  ['runtime/grid/', /^detail(-|$)/],
  ['src/client/', /^app-/],
  ['src/views/', /^view-/],
  ['src/designer/', /^view-/],
  ['src/app/', /^app-/],
]
/** States (`is-…`), and the classes of libraries. */
const foreignClasses = /^(is-|ant-|anticon$|cm-|ProseMirror|selectedCell$|w-md-|wmde-)/

/** The classes in the selectors of a stylesheet: its text before each block. */
function listClasses(css) {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? []
  return selectors.flatMap((text) => [...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name))
}

/** The classes in a stylesheet that belong neither to its layer nor to a layer below it. */
function misplacedClasses(file, css) {
  const top = classLayers.findLastIndex(([folder]) => file.startsWith(folder))
  const prefixes = [foreignClasses, ...classLayers.slice(0, top + 1).map(([, prefix]) => prefix)]
  return listClasses(css).filter((name) => !prefixes.some((prefix) => prefix.test(name)))
}

const home = process.argv[2] ?? root
const tsConfig = join(root, 'tsconfig/browser.json')
const result = await cruise(
  ['runtime', 'src'],
  {
    ruleSet: { forbidden },
    validate: true,
    baseDir: home,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: tsConfig },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  },
  {},
  { tsConfig: extractTSConfig(tsConfig) },
)
const { modules, summary } = result.output
const { violations, totalDependenciesCruised } = summary
const seen = new Set(modules.map(({ source }) => source))
const files = ['runtime', 'src']
  .flatMap((part) => listFiles(join(home, part)))
  .map((file) => relative(home, file).split(sep).join('/'))
const expected = files.filter((file) => /\.tsx?$/.test(file))
const misplaced = files
  .filter((file) => file.endsWith('.css'))
  .flatMap((file) =>
    misplacedClasses(file, readFileSync(join(home, file), 'utf8')).map((name) => `${file}: .${name}`),
  )
const circles = listCircularFolders(modules).map(
  (folder) => `${folder}: in a circle with the folders beside it`,
)
const unread = expected.filter((file) => !seen.has(file))
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`)
for (const text of circles) console.error(text)
for (const text of misplaced) console.error(`class without the prefix of its layer: ${text}`)
if (expected.length === 0 || unread.length > 0) {
  console.error(
    `${unread.length} of ${expected.length} modules were not read: ${unread.slice(0, 5).join(', ')}`,
  )
  process.exit(1)
}
const faults = violations.length + misplaced.length + circles.length
console.log(`  ${expected.length} modules, ${totalDependenciesCruised} imports, ${faults} violations`)
process.exit(faults === 0 ? 0 : 1)

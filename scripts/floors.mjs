// The floors of the house (README, "The map"): an import may only point down, and there are no circles.
// dependency-cruiser passes when it cannot read the code, so every module must have been seen.
// The tests of this gate name another folder to look at.

import { join, relative, sep } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { listFiles, root } from './run.mjs'

const within = (...parts) => `^(${parts.join('|')})`
const packages = (...names) =>
  `^node_modules/(${names.map((name) => name.replace('/', '\\/')).join('|')})(/|$)`
const react = [
  'react',
  'react-dom',
  'react-router-dom',
  'antd',
  '@ant-design/[^/]+',
  '@formily/[^/]+',
  'jotai',
  '@tanstack/[^/]+',
]

/** A place in the house and all of the house it may import. */
const floor = (name, from, mayImport, pathNot) => ({
  name,
  severity: 'error',
  from: { path: from, ...(pathNot ? { pathNot } : {}) },
  to: { path: '^(runtime|src|tests|scripts)/', pathNot: within(from.replace(/^\^/, ''), ...mayImport) },
})

const kernel = 'runtime/kernel/'
const schema = 'runtime/schema/'
const rules = 'runtime/rules/'
const access = 'runtime/access/'
const record = 'runtime/record/'
const data = 'runtime/data/'
const fieldParts = 'runtime/fields/(contract|context|model-context|widgets|parts/)'
const compile = 'runtime/compile/'
const screens = 'runtime/screens/'

const forbidden = [
  {
    name: 'no-circles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  floor('kernel', '^runtime/kernel/', []),
  floor('schema', '^runtime/schema/', [kernel]),
  floor('access', '^runtime/access/', [kernel]),
  floor('rules', '^runtime/rules/', [kernel, schema]),
  floor('record', '^runtime/record/', [kernel, schema, rules]),
  floor('data', '^runtime/data/', [kernel, schema]),
  floor('field parts', `^${fieldParts}`, [kernel, schema, rules, record, data]),
  {
    name: 'no field type imports another',
    severity: 'error',
    from: { path: '^runtime/fields/([^/]+)/', pathNot: '^runtime/fields/parts/' },
    to: {
      path: '^(runtime|src)/',
      pathNot: `^runtime/fields/$1/|${within(fieldParts, kernel, schema, rules, record, data)}`,
    },
  },
  {
    name: 'value halves know no browser',
    severity: 'error',
    from: { path: '^runtime/fields/([^/]+)/(value|settings)\\.ts$' },
    to: {
      pathNot: within(
        'runtime/fields/$1/',
        'runtime/fields/parts/[^/]+\\.ts$',
        kernel,
        schema,
        rules,
        'node_modules/(big\\.js|typebox)',
      ),
    },
  },
  floor('compile', '^runtime/compile/', [schema, fieldParts, rules, access, kernel]),
  floor('screens', '^runtime/screens/', [compile, fieldParts, data, access, schema, record, rules, kernel]),
  floor('resolve', '^runtime/resolve/', [
    screens,
    compile,
    'runtime/fields/index\\.ts$',
    fieldParts,
    schema,
    access,
    data,
    record,
    kernel,
  ]),
  floor('app', '^src/(app|views|designer)/', ['src/(app|views|designer)/', 'runtime/']),
  floor('server', '^src/server/', [
    kernel,
    schema,
    rules,
    access,
    record,
    'runtime/fields/(values|settings)\\.ts$',
  ]),
  {
    name: 'the runtime never reaches into the house',
    severity: 'error',
    from: { path: '^runtime/' },
    to: { path: '^src/' },
  },
  {
    name: 'pure floors know no browser library',
    severity: 'error',
    from: { path: within(kernel, schema, rules, access, record, 'src/server/') },
    to: { path: packages(...react, 'axios') },
  },
  {
    name: 'formily lives in three places',
    severity: 'error',
    from: {
      path: '^(runtime|src)/',
      pathNot: within(compile, 'runtime/fields/parts/', 'runtime/screens/form/', 'src/app/shell/'),
    },
    to: { path: packages('@formily/[^/]+') },
  },
  {
    name: 'the sign-in page stays light',
    severity: 'error',
    from: { path: '^src/app/(sign-in/|session/|main\\.tsx|guard\\.ts)' },
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

const home = process.argv[2] ?? root
const result = await cruise(
  ['runtime', 'src'],
  {
    ruleSet: { forbidden },
    validate: true,
    baseDir: home,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(root, 'tsconfig.json') },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  },
  {},
  { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
)
const { modules, summary } = result.output
const { violations, totalDependenciesCruised } = summary
const seen = new Set(modules.map(({ source }) => source))
const expected = ['runtime', 'src']
  .flatMap((part) => listFiles(join(home, part)))
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => relative(home, file).split(sep).join('/'))
const unread = expected.filter((file) => !seen.has(file))
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`)
if (expected.length === 0 || unread.length > 0) {
  console.error(
    `${unread.length} of ${expected.length} modules were not read: ${unread.slice(0, 5).join(', ')}`,
  )
  process.exit(1)
}
console.log(
  `  ${expected.length} modules, ${totalDependenciesCruised} imports, ${violations.length} violations`,
)
process.exit(violations.length === 0 ? 0 : 1)

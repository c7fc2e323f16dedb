import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const readme = readFileSync('README.md', 'utf8')
const docs = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }))

describe.each(docs)('$name', ({ name, text }) => {
  it('names only files and folders that exist', () => {
    const named = [...text.matchAll(/`((?:runtime|src|scripts|tests|schemas|docs)\/[^`<>* {}…]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(path) && !text.includes(`Save this as \`${path}\``))
    expect(named).toEqual([])
  })

  it('links only to files that exist', () => {
    const folder = name.split('/').slice(0, -1).join('/')
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
    expect(links.filter((path) => !existsSync(`${folder || '.'}/${path}`))).toEqual([])
  })

  it('names only npm scripts that exist', () => {
    const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts)
    const named = [...text.matchAll(/npm run ([a-z:]+)/g)].map(([, script = '']) => script)
    expect(named.filter((script) => !scripts.includes(script))).toEqual([])
  })
})

describe('the map in README.md', () => {
  it('lists every folder of the runtime and of src', () => {
    const folders = ['runtime', 'src'].flatMap((top) =>
      readdirSync(top, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${top}/${name}`),
    )
    const map = readme.slice(readme.indexOf('## The map'), readme.indexOf('## Environment'))
    expect(folders.filter((folder) => !map.includes(`\`${folder}\``))).toEqual([])
  })

  it('lists every field family', () => {
    const families = readdirSync('runtime/fields', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    const line = readme.split('\n').find((text) => text.includes('`runtime/fields/<family>`')) ?? ''
    expect(families.filter((family) => !new RegExp(`\\b${family}\\b`).test(line))).toEqual([])
  })
})

describe('the environment in README.md', () => {
  it('lists the variables that the server reads, and no other', () => {
    const table = readme.slice(readme.indexOf('## Environment'), readme.indexOf('## Bounds'))
    const listed = new Set([...table.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name))
    const sources = ['src/server/platform/config.ts', 'src/server/platform/sign-on-config.ts', '.env.example']
    const source = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
    const read = new Set([...source.matchAll(/\b([A-Z]+(?:_[A-Z]+)*)\b(?=['"=,)])/g)].map(([, name]) => name))
    const forTests = ['CHROMIUM', 'TEST_DATABASE_URL', 'TRACE', 'BENCH']
    const ofSignOn =
      /^(AUTHORIZE_URL|TOKEN_URL|USER_URL|CLIENT_ID|CLIENT_SECRET|CALLBACK_URL|SCOPE|TITLE|ID_FIELD|NAME_FIELD|X)$/
    expect(
      [...listed].filter((name = '') => !read.has(name) && !forTests.includes(name) && !ofSignOn.test(name)),
    ).toEqual([])
    const example = readFileSync('.env.example', 'utf8')
    const offered = [...example.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
    expect(offered.filter((name) => !listed.has(name) && !name?.startsWith('THIRD_LOGIN_'))).toEqual([])
  })
})

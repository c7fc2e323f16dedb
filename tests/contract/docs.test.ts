import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'

const readme = readFileSync('README.md', 'utf8')
const docs = [
  'README.md',
  'schemas/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }))

/** The texts of all modules below the folders. */
const sources = (folders: string[]): string[] =>
  folders.flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.includes('node_modules'))
      .map((name) => readFileSync(`${top}/${name}`, 'utf8')),
  )

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
    const map = readme.slice(readme.indexOf('## The map'), readme.indexOf('## More'))
    expect(folders.filter((folder) => !map.includes(`\`${folder}\``))).toEqual([])
  })

  it('lists every field family', () => {
    const families = readdirSync('runtime/fields', { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
      .map(({ name }) => name)
    const line = readme.split('\n').find((text) => text.includes('`runtime/fields/<family>`')) ?? ''
    expect(families.filter((family) => !new RegExp(`\\b${family}\\b`).test(line))).toEqual([])
  })
})

it('README.md has between 700 and 1,000 words', () => {
  const words = readme.split(/\s+/).filter(Boolean).length
  expect(words).toBeGreaterThan(700)
  expect(words).toBeLessThan(1000)
})

describe('docs/environment.md', () => {
  const listed = new Set(
    [...readFileSync('docs/environment.md', 'utf8').matchAll(/`([A-Z][A-Z0-9_]+)(?:=\d)?`/g)].map(
      ([, name]) => name,
    ),
  )
  const signOn = 'THIRD_LOGIN_SSO_'
  /** The names that the server's configuration reads; `settings` are the values that it finds. */
  const namesRead = (settings: Record<string, string>) => {
    const names = new Set<string>()
    const environment = new Proxy(settings, {
      get: (target, name) => {
        names.add(String(name).replace(signOn, ''))
        return target[String(name)]
      },
    })
    readConfig(environment)
    return names
  }
  const url = 'https://sso.example.org'
  const s3 = { S3_ENDPOINT: url, S3_BUCKET: 'office', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' }
  const openIdConnect = {
    [`${signOn}CLIENT_ID`]: 'office',
    [`${signOn}CLIENT_SECRET`]: 'secret',
    [`${signOn}CALLBACK_URL`]: url,
    [`${signOn}ISSUER`]: url,
  }
  const oauth2 = {
    ...openIdConnect,
    [`${signOn}ISSUER`]: '',
    [`${signOn}AUTHORIZE_URL`]: url,
    [`${signOn}TOKEN_URL`]: url,
    [`${signOn}USER_URL`]: url,
  }
  /** Variables that the system, npm, Playwright or Vitest set. */
  const foreign = ['PATH', 'TZ', 'TMPDIR', 'INIT_CWD', 'TEST_PARALLEL_INDEX', 'VITEST']
  const readByScripts = sources(['src', 'scripts', 'tests'])
    .flatMap((text) => [...text.matchAll(/process\.env\.([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name))
    .filter((name) => !foreign.includes(name))
  const read = new Set([
    ...namesRead(openIdConnect),
    ...namesRead(oauth2),
    ...namesRead(s3),
    ...readByScripts,
  ])

  it('lists every variable that the code reads', () => {
    expect([...read].filter((name) => !listed.has(name))).toEqual([])
  })

  it('lists no variable that the code does not read', () => {
    expect([...listed].filter((name = '') => !read.has(name))).toEqual([])
  })

  it('lists every variable that .env.example offers', () => {
    const offered = [...readFileSync('.env.example', 'utf8').matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)]
      .map(([, name = '']) => name.replace(/^THIRD_LOGIN_[A-Z]+_/, ''))
      .filter((name) => !listed.has(name))
    expect(offered).toEqual([])
  })
})

it('the sections of docs/http.md that code cites exist', () => {
  const sections = new Set(
    [...readFileSync('docs/http.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) => title),
  )
  const cited = sources(['runtime', 'src', 'tests']).flatMap((text) =>
    [...text.matchAll(/\(docs\/http\.md, "([^"]+)"/g)].map(([, title = '']) => title),
  )
  expect(cited.length).toBeGreaterThan(40)
  expect(cited.filter((title) => !sections.has(title))).toEqual([])
})

describe('docs/decisions', () => {
  const names = readdirSync('docs/decisions').sort()

  it('are at most 20, numbered without holes', () => {
    expect(names.length).toBeLessThanOrEqual(20)
    expect(names.map((name) => name.slice(0, 5))).toEqual(
      names.map((_, at) => `${String(at + 1).padStart(4, '0')}-`),
    )
  })

  it.each(names)('%s has the layout of all', (name) => {
    const text = readFileSync(`docs/decisions/${name}`, 'utf8')
    expect(text).toMatch(
      new RegExp(`^# ${name.slice(0, 4)} .+\n\nAccepted, \\d{4}-\\d{2}-\\d{2}\\.\n\n## Context\n`),
    )
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ])
  })
})

import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startServer } from '#server/app/start.ts'
import { readConfig } from '#server/platform/config.ts'
import { socketApplication } from '../../support/socket-application.ts'
import { buildDatabaseUrl, openTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { listSettings } from './files.ts'

/** The blocks of commands with their marks, and the place of each for messages. */
const blocks = [
  ...readFileSync('docs/operations.md', 'utf8').matchAll(/^```sh *(\w*)\n([\s\S]*?)^```/gm),
].map(([, mark = '', text = '']) => ({ mark, text, title: text.split('\n')[0] ?? '' }))
const address = 'https://office.example.org'

const dataDir = mkdtempSync(join(tmpdir(), 'office-operations-'))
let test: TestDatabase
let running: Running
let env: Record<string, string>
beforeAll(async () => {
  test = await openTestDatabase({ migrations: socketApplication.migrations })
  env = {
    PORT: '0',
    DATA_DIR: dataDir,
    SECRET_KEY: '5e'.repeat(32),
    DATABASE_URL: buildDatabaseUrl(test.links.app),
    DATABASE_OWNER_URL: buildDatabaseUrl(test.links.owner),
    REPORT_DATABASE_URL: buildDatabaseUrl(test.links.report),
    ADMIN_PASSWORD: 'lantern-orchid-7',
    DEMO: '0',
    LOG_LEVEL: 'silent',
  }
  running = await startServer(readConfig(env), socketApplication, () => undefined)
})
afterAll(async () => {
  await running?.stop()
  await test?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the commands of docs/operations.md', () => {
  it.each(blocks)(
    'are marked, can be read by a shell, and name files and settings that exist: $title',
    ({ mark, text }) => {
      expect(['run', 'docker', 'kubernetes', 'systemd', 'database']).toContain(mark)
      execFileSync('bash', ['-n'], { input: text })
      const files = [...text.matchAll(/(?<![\w/.])deploy\/[\w./@-]+/g)].map(([file]) => file)
      expect(files.filter((file) => !existsSync(file))).toEqual([])
      // Of compose.yaml, beside the settings of the server.
      const known = new Set([...listSettings(), 'SITE_ADDRESS'])
      const names = [...text.matchAll(/\b([A-Z][A-Z_]+)(?:_FILE)?=/g)].map(([, name = '']) => name)
      expect(names.filter((name) => !known.has(name))).toEqual([])
    },
  )

  const runnable = blocks.filter(({ mark }) => mark === 'run')

  it('include some that the tests run', () => {
    expect(runnable.length).toBeGreaterThanOrEqual(3)
  })

  it.each(runnable)('run without a fault: $title', async ({ text }) => {
    const script = text.replaceAll(address, running.address)
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      env: { ...process.env, ...env },
    })
    expect(stdout).toMatch(/, 0 faults\n$|^[0-9a-f]{64}\n$/)
  })

  it('name services, instances and objects of the files in deploy/', () => {
    const compose = readFileSync('deploy/compose.yaml', 'utf8')
    const manifest = readFileSync('deploy/kubernetes/office.yaml', 'utf8')
    const all = blocks.map(({ text }) => text).join('\n')
    for (const [, name] of all.matchAll(/\b(app\d)\b/g)) expect(compose).toContain(`  ${name}: *app`)
    for (const [, name] of all.matchAll(/deployment\/(\w+)/g))
      expect(manifest).toContain(`kind: Deployment\nmetadata:\n  name: ${name}\n`)
    for (const [, port] of all.matchAll(/office@(\d+)/g))
      expect(readFileSync('deploy/proxy/nginx.conf', 'utf8')).toContain(`:${port} `)
  })
})

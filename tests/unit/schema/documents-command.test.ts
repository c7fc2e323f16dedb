import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { jsonOfFile } from './world.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'documents-'))
afterAll(() => rmSync(folder, { recursive: true }))

function documents(...words: string[]) {
  const { status, stdout } = spawnSync('node', [join(root, 'scripts/documents.mjs'), ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: folder, SCHEMAS_DIR: '' },
  })
  return { status, lines: stdout.trimEnd().split('\n') }
}

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

const unit = { version: 1, kind: 'dict', id: 'trial/size', title: '开本', code: 'trial_size', items: [] }

describe('npm run documents', () => {
  it('check prints one line a problem and the count, and exits 1', () => {
    write('typo.json', JSON.stringify({ ...unit, valueTyp: 'string' }))
    write('broken.json', '{')
    const { status, lines } = documents('check', 'typo.json', 'broken.json')
    expect(lines[0]).toMatch(/^typo\.json#\/valueTyp UNKNOWN_KEY .+valueType/)
    expect(lines[1]).toMatch(/^broken\.json# BROKEN_JSON 第 1 行/)
    expect(lines[2]).toBe('2 problems in 2 files')
    expect(status).toBe(1)
  })

  it('check takes a file for the stored document of the same id, and exits 0 when it is clean', () => {
    write('copy.json', readFileSync(join(root, 'schemas/base/warehouse.json'), 'utf8'))
    expect(documents('check', join(folder, 'copy.json'))).toEqual({
      status: 0,
      lines: ['0 problems in 1 files'],
    })
  })

  it('exits 2 for a command, option or file that is none', () => {
    expect(
      [documents('chekc'), documents('check', '--fast'), documents('check', 'no.json')].map(
        ({ status }) => status,
      ),
    ).toEqual([2, 2, 2])
  })

  it('format rewrites a file once and for all', () => {
    write('old.json', JSON.stringify(jsonOfFile('versions/0/use.json')))
    expect(documents('format', '--check', 'old.json').status).toBe(1)
    expect(documents('format', 'old.json').status).toBe(0)
    expect(documents('format', '--check', 'old.json').status).toBe(0)
    expect(readFileSync(join(folder, 'old.json'), 'utf8')).toContain('"version": 1')
  })
})

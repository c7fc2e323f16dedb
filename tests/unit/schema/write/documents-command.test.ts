import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runDocuments } from '../../../../scripts/documents/document-commands.ts'
import { jsonOfFile } from '../world.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'documents-'))
beforeAll(() => {
  vi.stubEnv('INIT_CWD', folder)
  // No server runs on this folder.
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', '')
  vi.spyOn(console, 'error').mockReturnValue()
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

async function documents(...words: string[]) {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const status = await runDocuments(words)
  const lines = log.mock.calls.map(([line]) => String(line))
  log.mockRestore()
  return { status, lines }
}

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

const unit = { version: 2, kind: 'dict', id: 'trial/size', title: '开本', code: 'trial_size', items: [] }

describe('npm run documents', () => {
  it('ends with the exit code of its command', () => {
    write('unread.json', '{')
    const { status, stdout } = spawnSync(
      'node',
      [join(root, 'scripts/command.mjs'), 'scripts/documents/documents.ts', 'check', 'unread.json'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    expect([status, stdout.trimEnd().split('\n').at(-1)]).toEqual([1, '1 problems in 1 files'])
  })

  it('check prints one line a problem and the count, and exits 1', async () => {
    write('typo.json', JSON.stringify({ ...unit, valueTyp: 'string' }))
    write('broken.json', '{')
    const { status, lines } = await documents('check', 'typo.json', 'broken.json')
    expect(lines[0]).toMatch(/^typo\.json#\/valueTyp UNKNOWN_KEY .+valueType/)
    expect(lines[1]).toMatch(/^broken\.json# BROKEN_JSON 第 1 行/)
    expect(lines[2]).toBe('2 problems in 2 files')
    expect(status).toBe(1)
  })

  it('check --fix writes the canonical form of the corrected document', async () => {
    write('foreign.json', JSON.stringify({ ...unit, title: undefined, label: '开本' }))
    const { status, lines } = await documents('check', '--fix', 'foreign.json')
    expect([status, lines]).toEqual([0, ['foreign.json 改正了 1 处', '0 problems in 1 files']])
    expect(readFileSync(join(folder, 'foreign.json'), 'utf8')).toContain('"title": "开本"')
  })

  it('check --fix leaves a document alone that has nothing to correct', async () => {
    const text = JSON.stringify({ ...unit, items: 'none' })
    write('unfixed.json', text)
    expect((await documents('check', '--fix', 'unfixed.json')).status).toBe(1)
    expect(readFileSync(join(folder, 'unfixed.json'), 'utf8')).toBe(text)
  })

  it('format leaves a file alone that is no UTF-8 or has a key twice', async () => {
    const files: [string, Buffer][] = [
      ['gbk.json', Buffer.from([0x7b, 0x22, 0xbf, 0xe2, 0x22, 0x3a, 0x31, 0x7d])],
      ['twice.json', Buffer.from('{"version":1,"version":1}')],
    ]
    for (const [name, bytes] of files) {
      writeFileSync(join(folder, name), bytes)
      expect((await documents('format', name)).status).toBe(1)
      expect(readFileSync(join(folder, name))).toEqual(bytes)
    }
  })

  it('check replaces the stored document of the same id by the file, and exits 0 when it is valid', async () => {
    write('copy.json', readFileSync(join(root, 'schemas/base/warehouse.json'), 'utf8'))
    expect(await documents('check', join(folder, 'copy.json'))).toEqual({
      status: 0,
      lines: [expect.stringMatching(/^没有查：\d 处角色，要有数据库才能查/), '0 problems in 1 files'],
    })
  })

  it('check prints a warning and exits 0 when a value discloses another one', async () => {
    const number = { type: 'inputNumber', scale: 2 }
    const fields = [
      { key: 'fnum', title: '数量', ...number },
      { key: 'fprice', title: '单价', ...number, access: { read: 'trial:price' } },
      { key: 'famount', title: '金额', ...number, compute: 'fnum * fprice' },
    ]
    const screen = {
      version: 2,
      kind: 'screen',
      id: 'trial/bill',
      title: '单据',
      table: { name: 'trial_bill' },
    }
    write('bill.json', JSON.stringify({ ...screen, fields }))
    const { status, lines } = await documents('check', 'bill.json')
    expect(lines[0]).toMatch(/^bill\.json#\/fields\/2 GIVEN_AWAY 提醒：字段「famount」/)
    expect([status, lines[1]]).toEqual([0, '0 problems and 1 warnings in 1 files'])
  })

  it('check and new use the folder of SCHEMAS_DIR beside the shipped one, and check names both', async () => {
    const extra = join(folder, 'extra')
    vi.stubEnv('SCHEMAS_DIR', extra)
    expect(await documents('new', 'dict', 'trial/paper')).toEqual({
      status: 0,
      lines: [`已新建 ${join(extra, 'trial/paper.json')}`],
    })
    expect((await documents('new', 'dict', 'trial/paper')).status).toBe(1)
    expect((await documents('new', 'screen', 'base/warehouse')).status).toBe(1)
    write('extra/trial/paper.json', JSON.stringify({ ...unit, id: 'trial/paper', code: 'trial_paper', x: 1 }))
    const { status, lines } = await documents('check')
    expect(status).toBe(1)
    expect(lines).toContainEqual(expect.stringContaining(`${join(extra, 'trial/paper.json')}#/x UNKNOWN_KEY`))
    expect(lines.at(-1)).toMatch(new RegExp(`^1 problems in \\d+ files of schemas and ${extra}$`))
    vi.stubEnv('SCHEMAS_DIR', '')
    expect((await documents('check')).lines.at(-1)).toMatch(/^0 problems in \d+ files of schemas$/)
  })

  it('exits 2 for an unknown command or option or a missing file', async () => {
    for (const words of [['chekc'], ['check', '--fast'], ['check', 'no.json']]) {
      expect((await documents(...words)).status).toBe(2)
    }
  })

  it('format rewrites a file into its final form in one run', async () => {
    write('wide.json', JSON.stringify(jsonOfFile('versions/2/use.json')))
    expect((await documents('format', '--check', 'wide.json')).status).toBe(1)
    expect((await documents('format', 'wide.json')).status).toBe(0)
    expect((await documents('format', '--check', 'wide.json')).status).toBe(0)
  })

  it('migrate rewrites files of older formats, which format and check refuse, and no others', async () => {
    write('old.json', JSON.stringify(jsonOfFile('versions/0/use.json')))
    write('older.json', JSON.stringify(jsonOfFile('versions/1/card.json')))
    write('new.json', JSON.stringify(jsonOfFile('versions/2/slip.json')))
    const texts = () =>
      ['old', 'older', 'new'].map((name) => readFileSync(join(folder, `${name}.json`), 'utf8'))
    const [, , untouched] = texts()
    for (const command of ['format', 'check']) {
      const { status, lines } = await documents(command, 'older.json')
      expect(status).toBe(1)
      expect(lines.join()).toMatch(/older\.json#\/version OLD_VERSION .*documents -- migrate/)
    }
    expect((await documents('migrate', '--check', 'old.json', 'older.json', 'new.json')).status).toBe(1)
    const { status, lines } = await documents('migrate', 'old.json', 'older.json', 'new.json')
    expect(status).toBe(0)
    expect(lines).toEqual(['old.json 从格式 0 转成了 2', 'older.json 从格式 1 转成了 2'])
    for (const text of texts()) expect(JSON.parse(text)).toHaveProperty('version', 2)
    expect(texts()[2]).toBe(untouched)
    expect((await documents('format', '--check', 'old.json', 'older.json')).status).toBe(0)
  })
})

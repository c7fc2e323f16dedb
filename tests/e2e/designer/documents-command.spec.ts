import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { card } from '../api.ts'
import { temporary } from '../product.ts'

test.describe('npm run documents', () => {
  let folder: ReturnType<typeof temporary>
  test.beforeAll(() => {
    folder = temporary('office-documents')
  })
  test.afterAll(() => folder.remove())
  const run = (...words: string[]): Promise<{ code: number; lines: string[] }> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        ['scripts/command.mjs', 'scripts/documents/documents.ts', ...words],
        (error, stdout) => {
          resolve({ code: error ? Number(error.code) : 0, lines: stdout.trim().split('\n') })
        },
      )
    })
  const number = (key: string, compute: string) => ({ key, title: key, type: 'inputNumber', compute })

  test('checks files outside the project and prints one line a problem', async () => {
    const faults: [name: string, line: RegExp, document: unknown][] = [
      ['broken.json', /# BROKEN_JSON /, '{"kind": '],
      [
        'cycle.json',
        /#\/fields\/0\/compute FORMULA_CYCLE .*a → b → a/,
        card({ fields: [number('a', 'b + 1'), number('b', 'a + 1')] }),
      ],
      [
        'key.json',
        /#\/fields\/0\/titel UNKNOWN_KEY .*title/,
        card({ fields: [{ key: 'fname', titel: '姓名', type: 'input' }] }),
      ],
      [
        'pick.json',
        /#\/fields\/0\/destFields \S+ .*原始值和目标值数量不一致/,
        card({
          fields: [
            {
              key: 'p',
              title: 'p',
              type: 'popup',
              popupCode: 'rp_goods',
              orgFields: ['id', 'fname'],
              destFields: ['p'],
            },
          ],
        }),
      ],
      [
        'type.json',
        /#\/fields\/0\/type UNKNOWN_TYPE .*input/,
        card({ fields: [{ key: 'fname', title: '姓名', type: 'inptu' }] }),
      ],
    ]
    for (const [name, , document] of faults)
      writeFileSync(
        join(folder.path, name),
        typeof document === 'string' ? document : JSON.stringify(document),
      )
    const { code, lines } = await run('check', folder.path)
    expect(code).toBe(1)
    expect(lines.at(-1)).toBe('5 problems in 5 files')
    for (const [at, [name, line]] of faults.entries()) {
      expect(lines[at]).toContain(`${name}#`)
      expect(lines[at]).toMatch(line)
    }
  })

  test('accepts a sound file and refuses wrong arguments', async () => {
    const good = join(folder.path, 'good.json')
    writeFileSync(
      good,
      JSON.stringify(
        card({ id: 'base/e2e-good', table: { name: 'e2e_good' }, fields: card().fields.slice(0, 1) }),
      ),
    )
    const unchecked = expect.stringMatching(/^没有查：2 处角色/)
    expect(await run('check', good)).toEqual({ code: 0, lines: [unchecked, '0 problems in 1 files'] })
    expect((await run('format', '--check', good)).code).toBe(1)
    expect((await run('format', good)).code).toBe(0)
    expect((await run('format', '--check', good)).code).toBe(0)
    expect((await run('check', join(folder.path, 'nowhere.json'))).code).toBe(2)
    expect((await run('chekc')).code).toBe(2)
  })
})

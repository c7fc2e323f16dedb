import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readPartTarget, writeWholeFile } from '#server/platform/files/write-whole-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'whole-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a file that two write at once is that of the later one, and no part is left', async () => {
  const target = join(folder, 'a.age')
  // A writer that was killed.
  writeFileSync(`${target}.part`, '')
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  async function* slow() {
    yield Buffer.from('一')
    await ended
    yield Buffer.from('二')
  }
  async function* fast() {
    yield Buffer.from('三')
  }
  const first = writeWholeFile(target, slow())
  expect(await writeWholeFile(target, fast())).toBe(3)
  expect(readFileSync(target, 'utf8')).toBe('三')
  end()
  expect(await first).toBe(6)
  expect(readFileSync(target, 'utf8')).toBe('一二')
  expect(readdirSync(folder)).toEqual(['a.age', 'a.age.part'])
})

it.each([
  ['a/b.png', null],
  ['a/b.png.part', 'a/b.png'],
  [`a/b.png.${'0'.repeat(32)}.part`, 'a/b.png'],
  ['.part', null],
])('the name %s is a part of %s', (name, target) => {
  expect(readPartTarget(name)).toBe(target)
})

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFolders } from '#server/documents/library/files.ts'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'files-')))
  mkdirSync(join(folder, 'stock'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string) => writeFileSync(join(folder, name), '{}')
const read = () => readFolders([folder], folder).map(({ file, broken }) => [file, broken?.text ?? null])

describe('the files of a documents folder', () => {
  it.each([
    ['stock/in-bill (1).json', '像是复制来的文件'],
    ['stock/in-bill copy.json', '像是复制来的文件'],
    ['stock/in-bill - 副本.json', '像是复制来的文件'],
    ['stock/InBill.json', '只用小写字母'],
    ['stock/in-bill.JSON', '请写作小写的 .json'],
  ])('%s is refused with a remedy', (name, remedy) => {
    write(name)
    expect(read()).toEqual([[name, expect.stringContaining(remedy)]])
  })

  it('hidden files are no documents', () => {
    write('stock/._in-bill.json')
    write('.swp.json')
    expect(read()).toEqual([])
  })

  it('links to a hidden folder are followed, as a ConfigMap mounts them', () => {
    mkdirSync(join(folder, '..data'))
    write('..data/in-bill.json')
    symlinkSync(join('..', '..data', 'in-bill.json'), join(folder, 'stock', 'in-bill.json'))
    symlinkSync('..', join(folder, 'stock', 'above'))
    expect(read()).toEqual([['stock/in-bill.json', null]])
  })

  it('a link to a missing file is refused with a remedy', () => {
    symlinkSync('missing.json', join(folder, 'stock', 'in-bill.json'))
    expect(read()).toEqual([['stock/in-bill.json', '链接指向的文件不存在，请改正链接或删去它']])
  })
})

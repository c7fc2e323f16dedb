import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readFile } from '#server/documents/library/files.ts'

it('a document that cannot be read has the problem UNREADABLE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unreadable-'))
  try {
    // Reading a folder as a file fails for every user, also for root.
    const path = join(folder, 'stock.json')
    mkdirSync(path)
    expect(readFile(path, [folder], folder)?.broken?.code).toBe('UNREADABLE')
    expect(readFile(join(folder, 'missing.json'), [folder], folder)).toBeNull()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

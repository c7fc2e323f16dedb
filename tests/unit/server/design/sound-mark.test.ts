import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { registeredNames } from '#server/app/registered-names.ts'
import { type DocumentFile, readFolders } from '#server/documents/library/files.ts'
import { openSoundMark, type SoundMark } from '#server/documents/library/sound-mark.ts'
import { validateOnce } from '#server/documents/library/validate-once.ts'
import { collectNames, validateDocuments } from '#server/documents/validate.ts'

const files = readFolders(['schemas'], '.')
/** Files that need no others. */
const dictionaries = files.filter(({ expectedId }) =>
  ['dict/unit', 'dict/priority', 'dict/dynasty'].includes(expectedId),
)
const change = (id: string, values: object): DocumentFile[] =>
  dictionaries.map((file) =>
    file.expectedId === id ? { ...file, json: { ...(file.json as object), ...values } } : file,
  )
const faulty = change('dict/unit', { wrong: 1 })

/** A name that no other test registers, so that this worker has no former check with the same names. */
const addName = (list: readonly DocumentFile[], name: string) =>
  collectNames(list, [], { ...registeredNames, effects: [...registeredNames.effects, name] })

/** What a load asks of a mark and gives to it. */
class Asked implements SoundMark {
  readonly asked: string[] = []
  readonly stored: string[] = []
  constructor(readonly answer: boolean) {}
  isOf(mark: string) {
    this.asked.push(mark)
    return this.answer
  }
  put(mark: string) {
    this.stored.push(mark)
  }
}

it('a load that the mark knows has the results of a check, and is not checked', async () => {
  const known = new Asked(true)
  const { results } = await validateOnce(files, addName(files, 'knownA'), new Map(), known)
  const checked = await validateDocuments(files, collectNames(files, [], registeredNames))
  expect(results).toEqual(checked.results)

  const { results: unchecked } = await validateOnce(faulty, addName(faulty, 'knownB'), new Map(), known)
  expect(unchecked.flatMap(({ problems }) => problems)).toEqual([])
})

it('a load that the mark does not know is checked, and puts its mark only without problems', async () => {
  const unknown = new Asked(false)
  await validateOnce(dictionaries, addName(dictionaries, 'checkedA'), new Map(), unknown)
  expect(unknown.stored).toEqual(unknown.asked)
  const { results } = await validateOnce(faulty, addName(faulty, 'checkedB'), new Map(), unknown)
  expect(results.flatMap(({ problems }) => problems)).not.toEqual([])
  expect(unknown.stored).toHaveLength(1)
})

it('every change of a file, of its place and of a registered name gives another mark', async () => {
  const unknown = new Asked(false)
  const moved = dictionaries.map((file, at) => (at === 0 ? { ...file, file: `other/${file.file}` } : file))
  const renamed = change('dict/unit', { title: '单位' })
  const load = (list: readonly DocumentFile[], name: string) =>
    validateOnce(list, addName(list, name), new Map(), unknown)
  for (const list of [dictionaries, moved, renamed, dictionaries.slice(1)]) await load(list, 'markA')
  await load(dictionaries, 'markB')
  expect(new Set(unknown.stored).size).toBe(5)
  await load(dictionaries, 'markA')
  expect(unknown.stored[5]).toBe(unknown.stored[0])
})

it('the data folder keeps one mark of one build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'office-mark-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const open = (build: string) => openSoundMark(folder, build)
  expect(openSoundMark(folder)).toBeNull()
  expect(open('one')?.isOf('a')).toBe(false)
  open('one')?.put('a')
  expect([open('one')?.isOf('a'), open('one')?.isOf('b'), open('two')?.isOf('a')]).toEqual([
    true,
    false,
    false,
  ])
  const mark = open('one')
  mark?.put('b')
  expect([mark?.isOf('b'), open('one')?.isOf('b'), open('one')?.isOf('a')]).toEqual([true, true, false])
  writeFileSync(join(folder, 'sound-documents'), 'one')
  expect(open('one')?.isOf('b')).toBe(false)
  openSoundMark(join(folder, 'missing'), 'one')?.put('a')
})

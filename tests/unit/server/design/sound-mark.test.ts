import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import * as checker from '#server/documents/check-document.ts'
import { type DocumentFile, readFolders } from '#server/documents/library/files.ts'
import { openSoundMark, type SoundMark } from '#server/documents/library/sound-mark.ts'
import { validateAffected, validateOnce } from '#server/documents/library/validate-once.ts'
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

it('every change of a file, of its id and of a registered name gives another mark', async () => {
  const unknown = new Asked(false)
  const moved = dictionaries.map((file, at) => (at === 0 ? { ...file, file: `other/${file.file}` } : file))
  const copied = dictionaries.map((file, at) => (at === 0 ? { ...file, expectedId: 'demo/copied' } : file))
  const renamed = change('dict/unit', { title: '单位' })
  const load = (list: readonly DocumentFile[], name: string) =>
    validateOnce(list, addName(list, name), new Map(), unknown)
  for (const list of [dictionaries, copied, renamed, dictionaries.slice(1)]) await load(list, 'markA')
  await load(dictionaries, 'markB')
  const sound = [dictionaries, renamed, dictionaries.slice(1)]
  expect(new Set(unknown.stored).size).toBe(sound.length + 1)
  // A problem names the file where it is now.
  const { results } = await load(moved, 'markA')
  expect(unknown.stored.at(-1)).toBe(unknown.stored[0])
  expect(results.map(({ file }) => file)).toEqual(moved.map(({ file }) => file))
})

it('a load after the check of the changes finds what that has checked, also in another order of keys', async () => {
  const names = addName(files, 'inspected')
  await validateOnce(files, names, new Map())
  const [first] = dictionaries
  const body = { ...(first?.json as JsonObject), title: '改过的单位' }
  const sorted = Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))
  const withBody = (json: object) =>
    files.map((file) => (file.json === first?.json ? { ...file, json } : file))
  const drafted = withBody(body)
  const check = vi.spyOn(checker, 'checkDocument')
  onTestFinished(() => check.mockRestore())
  const versions = [body, first?.json as JsonObject]
  const { results } = await validateAffected(drafted, addName(drafted, 'inspected'), versions)
  expect(results.map(({ id }) => id)).toContain(first?.expectedId)
  expect(results.length).toBeLessThan(files.length / 2)
  expect(check).toHaveBeenCalledTimes(results.length)
  const loaded = withBody(sorted)
  const load = await validateOnce(loaded, addName(loaded, 'inspected'), new Map())
  expect(check).toHaveBeenCalledTimes(results.length)
  expect(load.results.find(({ id }) => id === first?.expectedId)?.document).toMatchObject(body)
})

it('a check of many documents is found after several of a few, and of more before it', async () => {
  const load = (list: readonly DocumentFile[], name = 'many', mark: SoundMark | null = null) =>
    validateOnce(list, addName(list, name), new Map(), mark)
  const [unit] = dictionaries as [DocumentFile]
  const added = { ...(unit.json as JsonObject), id: 'demo/added', code: 'demo_added' }
  for (let at = 0; at < 8; at++)
    await load([...files, { ...unit, expectedId: 'demo/added', json: added }], `more${at}`, new Asked(true))
  await load(files)
  for (let at = 0; at < 10; at++) await load(change('dict/unit', { title: `单位${at}` }))
  const check = vi.spyOn(checker, 'checkDocument')
  onTestFinished(() => check.mockRestore())
  await load(files)
  expect(check).not.toHaveBeenCalled()
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

import { expect, it } from 'vitest'
import {
  changeSentence,
  compareVersions,
  type RecordHistory,
  splitDifference,
  type VersionTexts,
} from '#runtime/record/changes/history.ts'

const version = (
  dataVersion: number,
  texts: Record<string, string>,
  items: VersionTexts['rows'][string],
) => ({
  id: `v${dataVersion}`,
  dataVersion,
  type: 'saved',
  author: '管理员',
  createTime: '2026-11-22 10:00:00',
  texts,
  rows: { items },
})
const history: Pick<RecordHistory, 'fields' | 'details'> = {
  fields: [
    { key: 'fname', title: '名称' },
    { key: 'fkind', title: '类别' },
  ],
  details: [{ key: 'items', title: '明细', fields: [{ key: 'fnum', title: '数量' }] }],
}
const older = version(1, { fname: '省志', fkind: '志书' }, [
  { id: 'a', texts: { fnum: '2' } },
  { id: 'b', texts: { fnum: '3' } },
])
const newer = version(2, { fname: '省通志', fkind: '志书' }, [
  { id: 'a', texts: { fnum: '5' } },
  { id: 'c', texts: { fnum: '7' } },
])

it('compareVersions marks differing fields and changed, added and removed rows', () => {
  const changed = compareVersions(history, older, newer).filter(({ isChanged }) => isChanged)
  expect(changed.map(({ title, before, after }) => [title, before, after])).toEqual([
    ['名称', '省志', '省通志'],
    ['明细第 1 行 · 数量', '2', '5'],
    ['明细第 2 行 · 数量', '', '7'],
    ['明细第 2 行 · 数量（已删）', '3', ''],
  ])
})

it('changeSentence names the first changes and counts the others', () => {
  expect(changeSentence(compareVersions(history, older, older))).toBe('没有改动')
  expect(changeSentence(compareVersions(history, older, { ...newer, rows: older.rows }))).toBe('改了名称')
  const values = ['甲', '乙', '丙', '丁', '戊'].map((title) => ({
    key: title,
    title,
    before: '',
    after: '1',
    isChanged: true,
  }))
  expect(changeSentence(values)).toBe('改了甲、乙、丙、丁等 5 处')
})

it('splitDifference finds what two texts share, without cutting a character', () => {
  expect(splitDifference('地方志馆藏', '地方史馆藏')).toEqual({
    start: '地方',
    removed: '志',
    added: '史',
    end: '馆藏',
  })
  expect(splitDifference('aa', 'aaa')).toEqual({ start: 'aa', removed: '', added: 'a', end: '' })
  expect(splitDifference('𠮷田', '𠮸田')).toEqual({ start: '', removed: '𠮷', added: '𠮸', end: '田' })
})

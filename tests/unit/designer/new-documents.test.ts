import { describe, expect, it } from 'vitest'
import {
  freeId,
  newPanel,
  newReport,
  newScreen,
  suggestId,
  suggestReportCode,
} from '#designer/create/new-documents.ts'
import { namingFault } from '#designer/create/useNewDraft.ts'
import { toReportId } from '#runtime/schema/compose/copy-document.ts'

describe('a new document', () => {
  it('has an id from the letters of its title that no document has', () => {
    expect(suggestId('展柜', new Set())).toBe('base/zg')
    expect(suggestId('馆藏总览', new Set(), 'report')).toBe('report/gczl')
    expect(suggestId('展柜', new Set(['base/zg']))).toBe('base/zg2')
    expect(suggestId('  ', new Set())).toBe('')
    expect(freeId('report/a-chart', new Set(['report/a-chart', 'report/a-chart2']))).toBe('report/a-chart3')
  })

  it('is refused when its id is malformed or taken, or its title is blank', () => {
    expect(namingFault('base/zg', '展柜', new Set())).toBe('')
    expect(namingFault('zg', '展柜', new Set())).toMatch('分组/名称')
    expect(namingFault('base/zg', '展柜', new Set(['base/zg']))).toMatch('已有')
    expect(namingFault('base/zg', ' ', new Set())).toMatch('名称')
  })

  it('of a report has a code from the letters of its title that no report has', () => {
    const taken = new Set(['rp_jyts', 'rp_jyts2'])
    expect(suggestReportCode('借阅天数', (code) => taken.has(code))).toBe('rp_jyts3')
    expect(suggestReportCode('2026 年借阅', () => false)).toBe('rp_njy')
    expect(suggestReportCode(' ', () => false)).toBe('')
  })

  it('of a report has a valid id for every code', () => {
    const ids = ['rp_loan_days', 'rp_', 'rp_1', 'RP-x', 'r'].map(toReportId)
    expect(ids).toEqual(['report/loan-days', 'report/rp-', 'report/rp-1', 'report/x', 'report/r'])
  })

  it('has the permission code of its id, in every kind', () => {
    const documents = [newScreen('a/b', '甲', []), newReport('a/b', 'rp_b', '甲'), newPanel('a/b', '甲')]
    expect(documents.map(({ perm, needs }) => perm ?? needs)).toEqual(['a:b', 'a:b', 'a:b'])
  })
})

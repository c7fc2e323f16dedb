import type { Http } from '#runtime/data/http.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'

export const kinds = ['省志', '府志', '县志', '专志'].map((text) => ({ value: text, text }))
export const states = ['在架', '修复中', '外借'].map((text) => ({ value: text, text }))
export const stateColours = { 在架: 'green', 修复中: 'orange', 外借: 'blue' } as const

/** A typical list: eight columns, three visible query items and one folded, a total, four row actions. */
export const listDocument: ScreenDocument = {
  version: currentVersion,
  kind: 'screen',
  id: 'bench/books',
  title: '书目',
  fields: [
    {
      key: 'fcallno',
      title: '索书号',
      type: 'input',
      width: 130,
      query: 'right_like',
      isOrder: true,
      validateRules: [{ required: true }],
    },
    { key: 'ftitle', title: '书名', type: 'input', width: 260, query: 'like' },
    { key: 'fkind', title: '类别', type: 'select', width: 100, options: kinds, query: 'in' },
    { key: 'fdate', title: '入藏日期', type: 'date', width: 120, query: 'range', isOrder: true },
    {
      key: 'fvolumes',
      title: '卷数',
      type: 'inputNumber',
      width: 90,
      statistics: ['sum'],
      isOrder: true,
    },
    { key: 'fprice', title: '估价', type: 'inputNumber', width: 120, scale: 2, statistics: ['sum'] },
    { key: 'fholder', title: '馆藏地', type: 'input', width: 130 },
    {
      key: 'fstate',
      title: '状态',
      type: 'select',
      width: 100,
      options: states,
      tag: stateColours,
    },
  ],
  list: { sort: 'fcallno' },
  actions: { toolbar: ['add', 'deleteBatch'], row: ['edit', 'detail', 'copy', 'delete'] },
}

const two = (number: number): string => String(number).padStart(2, '0')
const titles = ['雍正浙江通志', '康熙仁和县志', '光绪杭州府志', '乾隆绍兴府志', '民国鄞县通志']

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

export const bookRows: ListRow[] = Array.from({ length: 10 }, (_, index) => ({
  id: String(index + 1),
  fcallno: `K296.${10 + index}/${1 + (index % 3)}`,
  ftitle: at(titles, index),
  fkind: at(kinds, index).value,
  fdate: `2025-${two(1 + index)}-${two(3 + index)}`,
  fvolumes: 120 + index * 8,
  fprice: 1800.5 + index * 120,
  fholder: '古籍书库',
  fstate: at(states, index).value,
}))
export const bookTotal = 234

const common: readonly ((at: number) => Field)[] = [
  (at) => ({
    key: `f${at}`,
    title: `文字 ${at}`,
    type: 'input',
    validateRules: [{ required: at % 4 === 0 }],
  }),
  (at) => ({ key: `f${at}`, title: `数量 ${at}`, type: 'inputNumber', scale: 2 }),
  (at) => ({ key: `f${at}`, title: `类别 ${at}`, type: 'select', options: kinds }),
  (at) => ({ key: `f${at}`, title: `文字 ${at}`, type: 'input' }),
  (at) => ({ key: `f${at}`, title: `日期 ${at}`, type: 'date' }),
  (at) => ({ key: `f${at}`, title: `金额 ${at}`, type: 'inputNumber', compute: `f${at - 4} * 2`, scale: 2 }),
  (at) => ({ key: `f${at}`, title: `状态 ${at}`, type: 'radio', options: states }),
  (at) => ({ key: `f${at}`, title: `文字 ${at}`, type: 'input', showIf: 'f2 != 7' }),
  (at) => ({ key: `f${at}`, title: `公开 ${at}`, type: 'switch' }),
  (at) => ({ key: `f${at}`, title: `说明 ${at}`, type: 'textarea' }),
]

/** A form of 100 fields: texts, numbers (each tenth computed), selects, dates, switches, remarks. */
export const formDocument: ScreenDocument = {
  version: currentVersion,
  kind: 'screen',
  id: 'bench/form',
  title: '百个字段',
  fields: Array.from({ length: 100 }, (_, index) =>
    (common[index % common.length] as (at: number) => Field)(index + 1),
  ),
  form: { columnCount: 3, width: 1200 },
}

const refuse = () => Promise.reject(new Error('the measuring page asks no server'))

/** Answers every request of a list at once, without a server. */
export const benchHttp: Http = {
  get: async <T>(url: string) => {
    if (url === '/schema/index') return [] as T
    if (url.startsWith('/schema/documents/'))
      return { id: listDocument.id, rev: '1', document: listDocument } as T
    return { records: bookRows, total: bookTotal } as T
  },
  send: refuse,
  upload: refuse,
  download: refuse,
}

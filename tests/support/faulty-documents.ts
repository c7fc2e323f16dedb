/** Documents that a person or a program may send, by what is wrong with them; each grows with `count`. */
export interface FaultyDocument {
  name: string
  make(count: number): unknown
}

const screen = (parts: object): object => ({
  version: 2,
  kind: 'screen',
  id: 'demo/faulty',
  title: '坏的',
  perm: 'demo:faulty',
  table: { name: 'demo_faulty' },
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
  ...parts,
})

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

const keyed = <T>(count: number, make: (at: number) => T): Record<string, T> =>
  Object.fromEntries(times(count, (at) => [`fkey${at}`, make(at)]))

const input = (at: number) => ({ key: `f${at}`, title: `${at}`, type: 'input' })
/** Fields in lists of at most a thousand: in the head, and in detail tables. */
const inDetails = (count: number, make: (at: number) => object): object[] =>
  times(Math.min(1000, Math.ceil(count / 1000)), (table) => ({
    key: `d${table}`,
    title: '明细',
    type: 'table',
    table: { name: `demo_faulty_${table}`, fk: 'fbill' },
    fields: times(Math.min(1000, count), (at) => make(at)),
  }))

export const faultyDocuments: readonly FaultyDocument[] = [
  { name: 'unknown keys of the document', make: (count) => screen(keyed(count, () => 1)) },
  {
    name: 'unknown keys of fields',
    make: (count) => screen({ fields: inDetails(count, (at) => ({ ...input(at), fatal: 1, widht: 2 })) }),
  },
  {
    name: 'values of the wrong type',
    make: (count) =>
      screen({ fields: inDetails(count, (at) => ({ ...input(at), width: 'wide', title: 7 })) }),
  },
  {
    name: 'unions without a fitting branch',
    make: (count) =>
      screen({ fields: inDetails(count, (at) => ({ ...input(at), query: { rule: 7, title: [] } })) }),
  },
  { name: 'members of another kind', make: (count) => screen({ fields: times(count, () => 7) }) },
  { name: 'empty fields', make: (count) => screen({ fields: inDetails(count, () => ({})) }) },
  {
    name: 'unknown types',
    make: (count) => screen({ fields: inDetails(count, () => ({ key: 'a', type: 'x' })) }),
  },
  {
    name: 'keys that repeat',
    make: (count) =>
      screen({ fields: inDetails(count, () => ({ key: 'fsame', title: 'a', type: 'input' })) }),
  },
  {
    name: 'formulas with unknown names',
    make: (count) =>
      screen({
        fields: inDetails(count, (at) => ({
          key: `f${at}`,
          title: `${at}`,
          type: 'inputNumber',
          compute: `gone${at} + lost${at}`,
        })),
      }),
  },
  {
    name: 'formulas that form one long circle',
    make: (count) =>
      screen({
        fields: inDetails(count, (at) => ({
          key: `f${at}`,
          title: `${at}`,
          type: 'inputNumber',
          compute: `f${(at + 1) % Math.min(1000, count)} + 1`,
        })),
      }),
  },
  {
    name: 'formulas that read themselves',
    make: (count) =>
      screen({
        fields: inDetails(count, (at) => ({ ...input(at), type: 'inputNumber', compute: `f${at} + 1` })),
      }),
  },
  {
    name: 'formulas of many detail tables',
    make: (count) =>
      screen({
        fields: times(Math.min(1000, count), (table) => ({
          key: `d${table}`,
          title: '明细',
          type: 'table',
          table: { name: `demo_faulty_${table}`, fk: 'fbill' },
          fields: times(Math.ceil(count / 1000), (at) => ({
            key: `f${at}`,
            title: `${at}`,
            type: 'inputNumber',
            compute: `d${(table + 1) % Math.min(1000, count)}.f${at} + form.d0.f0`,
          })),
        })),
      }),
  },
  {
    name: 'broken formulas',
    make: (count) =>
      screen({ fields: inDetails(count, (at) => ({ ...input(at), compute: `f${at} + + (` })) }),
  },
  {
    name: 'patterns that cannot be read',
    make: (count) =>
      screen({
        fields: inDetails(count, (at) => ({ ...input(at), validateRules: [{ pattern: `(a+)+${at}` }] })),
      }),
  },
  {
    name: 'long patterns',
    make: (count) =>
      screen({
        fields: [{ ...input(0), validateRules: times(20, (at) => ({ pattern: 'a?'.repeat(count) + at })) }],
      }),
  },
  {
    name: 'unknown names in a list',
    make: (count) => screen({ list: { fields: times(count, (at) => `gone${at}`) } }),
  },
  {
    name: 'unknown names in groups',
    make: (count) =>
      screen({ form: { groups: times(count, (at) => ({ title: `${at}`, fields: [`gone${at}`] })) } }),
  },
  {
    name: 'the same name in groups',
    make: (count) =>
      screen({ form: { groups: times(count, () => ({ title: '组', fields: ['fname', 'fname'] })) } }),
  },
  {
    name: 'objects that no list may have twice',
    make: (count) =>
      screen({
        kind: 'panel',
        blocks: [{ type: 'line', x: 'a', series: times(count, (at) => ({ key: `s${at}` })) }],
      }),
  },
  {
    name: 'buttons without a code',
    make: (count) =>
      screen({
        actions: times(count, () => ({ title: '做' })),
        buttons: times(count, () => ({ code: 'a' })),
      }),
  },
  {
    name: 'entries of a dictionary that repeat',
    make: (count) => ({
      version: 2,
      kind: 'dict',
      id: 'demo/words',
      title: '字典',
      code: 'demo_words',
      items: times(count, () => ({ value: 'a', text: '甲' })),
    }),
  },
  {
    name: 'entries of a dictionary with unknown keys',
    make: (count) => ({
      version: 2,
      kind: 'dict',
      id: 'demo/words',
      title: '字典',
      code: 'demo_words',
      items: times(count, (at) => ({ value: `${at}`, txt: '甲' })),
    }),
  },
  {
    name: 'changes of fields that the base does not have',
    make: (count) => ({
      version: 2,
      kind: 'screen',
      id: 'demo/over',
      extends: 'demo/base',
      title: '覆盖',
      fields: times(count, (at) => ({ key: `fkey${at}`, width: 100 })),
    }),
  },
  {
    name: 'blocks of a panel',
    make: (count) => ({ ...screen({}), kind: 'panel', blocks: times(count, () => ({ type: 'bar' })) }),
  },
  {
    name: 'blocks of a print template',
    make: (count) => ({
      version: 2,
      kind: 'print',
      id: 'demo/paper',
      title: '纸',
      screen: 'demo/base',
      blocks: times(count, (at) => ({ type: 'fields', fields: [`gone${at}`] })),
    }),
  },
  {
    name: 'parameters and columns of a report',
    make: (count) => ({
      version: 2,
      kind: 'report',
      id: 'demo/report',
      title: '报表',
      code: 'rp_demo',
      source: {
        sql: `select ${times(Math.min(count, 700), (at) => `:p${at}`).join()}`,
        tables: times(count, (at) => `gone_${at}`),
      },
      params: times(Math.min(1000, count), (at) => ({ key: `q${at}`, title: 'a', type: 'input' })),
      fields: times(Math.min(1000, count), (at) => input(at)),
    }),
  },
  { name: 'texts that cannot be stored', make: (count) => screen({ note: times(count, () => 'a\u0000') }) },
  {
    name: 'an endless text',
    make: (count) => screen({ title: 'a'.repeat(count * 40), perm: '('.repeat(count * 40) }),
  },
  {
    name: 'words nearly as long as known ones',
    make: (count) =>
      screen({
        fields: [{ ...input(0), ...Object.fromEntries(times(count, (at) => [`defaultVal${at}`, 1])) }],
      }),
  },
]

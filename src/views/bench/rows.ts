import type { DictItem, Lookup } from '#runtime/schema/field-value.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/** A bill whose detail has the twelve columns of the comparison, with the rules one would set. */
export const benchScreen: ScreenDocument = {
  version: currentVersion,
  kind: 'screen',
  id: 'example/bench-table',
  title: '测量',
  form: { columnCount: 3, open: 'page' },
  fields: [
    { key: 'fbillno', title: '单据编号', type: 'input' },
    { key: 'fnum', title: '合计数量', type: 'inputNumber', scale: 2, compute: 'sum(items.num)' },
    { key: 'ftotal', title: '合计金额', type: 'inputNumber', scale: 2, compute: 'sum(items.amount)' },
    {
      key: 'items',
      title: '测量明细',
      type: 'table',
      size: 'medium',
      maxHeight: 600,
      dragSortKey: 'orderNum',
      maxRows: 100_000,
      fields: [
        {
          key: 'name',
          title: '名称',
          type: 'input',
          width: 160,
          fixed: 'left',
          isOrder: true,
          validateRules: [{ required: true }],
        },
        {
          key: 'code',
          title: '编码',
          type: 'input',
          validateRules: [{ required: true }, { unique: true }, { pattern: '^[A-Z]\\d+$' }],
        },
        {
          key: 'num',
          title: '数量',
          type: 'inputNumber',
          scale: 2,
          isOrder: true,
          statistics: ['sum'],
          validateRules: [{ required: true }, { check: 'num > 0' }],
        },
        {
          key: 'price',
          title: '单价',
          type: 'inputNumber',
          scale: 4,
          statistics: ['average'],
          validateRules: [{ pattern: '^\\d+(\\.\\d{1,4})?$' }],
        },
        {
          key: 'amount',
          title: '金额',
          type: 'inputNumber',
          scale: 2,
          compute: 'num * price',
          statistics: ['sum'],
        },
        {
          key: 'unit',
          title: '单位',
          type: 'select',
          dictCode: 'unit',
          width: 90,
          validateRules: [{ required: true }],
        },
        { key: 'kind', title: '类别', type: 'select', dictCode: 'kind' },
        { key: 'day', title: '入库日期', type: 'date', validateRules: [{ required: true }] },
        { key: 'moment', title: '登记时间', type: 'datetime', width: 170 },
        { key: 'enabled', title: '启用', type: 'switch', width: 70 },
        { key: 'phone', title: '联系电话', type: 'input', validateRules: [{ pattern: 'm' }] },
        { key: 'remark', title: '备注', type: 'input', width: 160 },
      ],
    },
  ],
}

const kinds = ['图书', '拓片', '舆图', '手稿', '影像', '实物']
const dictionaries: Record<string, readonly DictItem[]> = {
  unit: ['册', '张', '箱', '卷', '套'].map((text, index) => ({ value: String(index), text })),
  kind: kinds.map((text, index) => ({ value: `K${index}`, text })),
}

export const benchLookup: Lookup = {
  text: (code, value) => dictionaries[code]?.find((item) => item.value === value)?.text,
  value: (code, text) => dictionaries[code]?.find((item) => item.text === text)?.value,
  items: (code) => dictionaries[code] ?? [],
}

const two = (number: number): string => String(number).padStart(2, '0')

/** Row `i` as a saved one; every value of it is valid. */
function benchRow(index: number): Record<string, unknown> {
  const [num, price] = [1 + (index % 90), 100 + ((index * 37) % 5000)]
  const day = `2025-${two(1 + (index % 12))}-${two(1 + (index % 28))}`
  return {
    id: `row${index}`,
    rev: 1,
    name: `N-${index}`,
    code: `C${index}`,
    num,
    price: price / 100,
    amount: (num * price) / 100,
    unit: String(index % 5),
    kind: `K${index % kinds.length}`,
    day,
    moment: `${day} ${two(index % 24)}:${two(index % 60)}:00`,
    enabled: index % 2 === 0 ? 'Y' : 'N',
    phone: `138${String(index).padStart(8, '0').slice(-8)}`,
    remark: index % 3 === 0 ? '随函附清单，入库前请核对页码' : null,
    orderNum: index + 1,
  }
}

/** The same saved bill at every call. */
export function benchRecord(count: number): Record<string, unknown> {
  const items = Array.from({ length: count }, (_, index) => benchRow(index))
  const sum = (key: string) => Math.round(items.reduce((all, row) => all + Number(row[key]) * 100, 0)) / 100
  return { id: 'bench', rev: 1, fbillno: 'RK202509250001', fnum: sum('num'), ftotal: sum('amount'), items }
}

/** The texts that a spreadsheet would put on the clipboard for rows like these, other ones than `benchRecord` has. */
export function benchBlock(rows: number, columns: number): string {
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
  return Array.from({ length: rows }, (_, at) => {
    const row = benchRow(1_000_000 + at)
    const unit = benchLookup.text('unit', text(row.unit)) ?? ''
    const kind = benchLookup.text('kind', text(row.kind)) ?? ''
    const cells = [row.name, row.code, row.num, row.price, row.amount, unit, kind, row.day, row.moment]
    return [...cells, row.enabled === 'Y' ? '是' : '否', row.phone, row.remark]
      .slice(0, columns)
      .map(text)
      .join('\t')
  }).join('\r\n')
}

import type { DictItem, Lookup } from '../../../runtime/schema/field-value.ts'
import type { ScreenDocument } from '../../../runtime/schema/types.ts'

/** A bill whose detail has twelve columns: six typed, two chosen, two of time, one computed, one remark. */
export const benchScreen: ScreenDocument = {
  version: 1,
  kind: 'screen',
  id: 'bench/table',
  title: '测量',
  fields: [
    { key: 'ftotal', title: '合计金额', type: 'inputNumber', scale: 2, compute: 'sum(items.famount)' },
    {
      key: 'items',
      title: '测量明细',
      type: 'table',
      size: 'medium',
      maxHeight: 600,
      fields: [
        {
          key: 'fcode',
          title: '编码',
          type: 'input',
          validateRules: [{ required: true }, { unique: true }, { pattern: '^[A-Z]\\d+$' }],
        },
        { key: 'fname', title: '品名', type: 'input', width: 160, validateRules: [{ required: true }] },
        { key: 'fspec', title: '规格', type: 'input' },
        {
          key: 'fnum',
          title: '数量',
          type: 'inputNumber',
          scale: 2,
          statistics: ['sum'],
          validateRules: [{ required: true }, { check: 'fnum > 0' }],
        },
        {
          key: 'fprice',
          title: '单价',
          type: 'inputNumber',
          scale: 4,
          statistics: ['average'],
          validateRules: [{ pattern: '^\\d+(\\.\\d{1,4})?$' }],
        },
        { key: 'fweight', title: '重量', type: 'inputNumber', scale: 2, statistics: ['sum'] },
        {
          key: 'funit',
          title: '单位',
          type: 'select',
          dictCode: 'unit',
          validateRules: [{ required: true }],
        },
        { key: 'fplace', title: '库位', type: 'select', dictCode: 'place' },
        { key: 'fdate', title: '日期', type: 'date', validateRules: [{ required: true }] },
        { key: 'fmoment', title: '登记时间', type: 'datetime', width: 170 },
        {
          key: 'famount',
          title: '金额',
          type: 'inputNumber',
          scale: 2,
          compute: 'fnum * fprice',
          statistics: ['sum'],
        },
        { key: 'fremark', title: '备注', type: 'input' },
      ],
    },
  ],
}

const words = ['宣纸', '函套', '樟木片', '中性淀粉浆糊', '无酸档案盒', '绫绢', '《浙江通志》影印本']
const dictionaries: Record<string, readonly DictItem[]> = {
  unit: ['册', '张', '箱', '卷', '套'].map((text, index) => ({ value: String(index), text })),
  place: Array.from({ length: 12 }, (_, index) => ({ value: `P${index}`, text: `${index + 1} 号架` })),
}

export const benchLookup: Lookup = {
  text: (code, value) => dictionaries[code]?.find((item) => item.value === value)?.text,
  value: (code, text) => dictionaries[code]?.find((item) => item.text === text)?.value,
  items: (code) => dictionaries[code] ?? [],
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The same saved bill at every call, every value of it right. */
export function benchRecord(count: number): Record<string, unknown> {
  const items = Array.from({ length: count }, (_, index) => {
    const [num, price] = [1 + (index % 90), 100 + ((index * 37) % 5000)]
    const date = `2025-${two(1 + (index % 12))}-${two(1 + (index % 28))}`
    return {
      id: `row${index}`,
      rev: 1,
      fcode: `C${index}`,
      fname: `${words[index % words.length]} ${index}`,
      fspec: `${20 + (index % 60)}×${30 + (index % 40)}`,
      fnum: num,
      fprice: price / 100,
      fweight: (index % 700) / 10,
      funit: String(index % 5),
      fplace: `P${index % 12}`,
      fdate: date,
      fmoment: `${date} ${two(index % 24)}:${two(index % 60)}:00`,
      famount: (num * price) / 100,
      fremark: index % 3 === 0 ? '随函附清单，入库前请核对页码' : null,
    }
  })
  return { id: 'bench', rev: 1, items }
}

import type { AnyFieldType } from '../contract/contract.ts'
import { fieldTypes } from '../fields/index.ts'

type Group = AnyFieldType['designer']['group']

const titles: Readonly<Record<Group, string>> = {
  basic: '基本',
  choice: '选择',
  tree: '树',
  picker: '选取',
  file: '文件',
  rich: '富文本',
  detail: '明细',
  other: '其他',
}

export interface TypeGroup {
  title: string
  types: readonly AnyFieldType[]
}

/** All types in the groups of a palette; only types whose name or label contains the searched text. */
export function typeGroups(searchText: string): TypeGroup[] {
  const letters = searchText.trim().toLowerCase()
  const all = [...fieldTypes.values()].filter(
    ({ type, designer }) => type.toLowerCase().includes(letters) || designer.label.includes(letters),
  )
  return Object.entries(titles)
    .map(([group, title]) => ({ title, types: all.filter(({ designer }) => designer.group === group) }))
    .filter(({ types }) => types.length > 0)
}

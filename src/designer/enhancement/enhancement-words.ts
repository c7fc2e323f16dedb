import { isJsonObject, listTextEntries } from '#runtime/kernel/json.ts'
import { linkageKeys } from '#runtime/schema/compose/enhancements.ts'
import type { EnhancementList } from '../enhancements.ts'

const linkageWords = { showIf: '显示', requireIf: '必填', disableIf: '不可改', compute: '公式' } as const

/** The value of a code in lines: names with their descriptions, and expressions. */
export function enhancementLines(
  value: unknown,
  { effects, hooks, handlers }: Pick<EnhancementList, 'effects' | 'hooks' | 'handlers'>,
): string[] {
  const described = (name: string, list: EnhancementList['hooks']) => {
    const found = list.find((entry) => entry.name === name)
    return found ? `${name}：${found.description}` : name
  }
  if (typeof value === 'string') return [described(value, effects)]
  if (Array.isArray(value)) return listTextEntries(value).map(([, name]) => described(name, hooks))
  if (!isJsonObject(value)) return ['没有']
  const expressions = linkageKeys.flatMap((key) =>
    typeof value[key] === 'string' ? [`${linkageWords[key]}：${value[key]}`] : [],
  )
  const checks = listTextEntries(value.handlers).map(([, name]) => `校验 ${described(name, handlers)}`)
  return [...expressions, ...checks]
}

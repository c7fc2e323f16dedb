import { asText, isJsonObject } from '#runtime/kernel/json.ts'
import { listStrings, type Refuse, unwrap } from './shape.ts'

/** Each `replace` by a longer text multiplies a text, and PostgreSQL computes constant ones before any limit of time. */
const MAX_GROWING = 2
const MAX_REPLACEMENT = 50

/** Refuses a statement whose `replace` calls could make a text of a gigabyte out of a short one. */
export function checkGrowth(statement: unknown, refuse: Refuse): void {
  let growing = 0
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const member of value) visit(member)
      return
    }
    if (!isJsonObject(value)) return
    const { funcname, args } = isJsonObject(value.FuncCall) ? value.FuncCall : {}
    if (listStrings(funcname).at(-1) === 'replace' && Array.isArray(args)) {
      const [, search, by] = args.map(literalLength)
      if (by === null || by === undefined || by > (search ?? 0)) growing += 1
      if ((by ?? 0) > MAX_REPLACEMENT) refuse(`replace 换成的文字最多 ${MAX_REPLACEMENT} 个字`)
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(statement)
  if (growing > MAX_GROWING) refuse(`一条 SQL 里最多 ${MAX_GROWING} 处 replace 可以换成更长的文字`)
}

/** The length of a text constant; null for any other expression. */
function literalLength(value: unknown): number | null {
  const constant = unwrap(value)
  if (constant?.kind !== 'A_Const') return null
  const { sval } = constant.node
  return isJsonObject(sval) ? (asText(sval.sval) ?? '').length : null
}

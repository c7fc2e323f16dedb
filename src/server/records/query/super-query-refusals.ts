import { type AppError, errorText } from '#runtime/kernel/errors.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'

export const superQueryParams = 'superQueryParams'

const refuse = defineRefusals(
  {
    SUPER_QUERY_JSON: '高级查询不是有效的 JSON 列表',
    SUPER_QUERY_ITEM: '高级查询的这一项不是条件，也不是条件组',
    SUPER_QUERY_MATCH: '高级查询的匹配方式只能是 and 或 or',
    SUPER_QUERY_FIELD: '高级查询的字段「{field}」不存在，或您无权查询',
    SUPER_QUERY_RULE: '高级查询的字段「{field}」不能按「{rule}」查询',
    SUPER_QUERY_VALUE: '高级查询的字段「{field}」不能按「{rule}」与这个值比较',
    SUPER_QUERY_DEPTH: '高级查询的条件组最多 {max} 层',
    SUPER_QUERY_SIZE: '高级查询的条件最多 {max} 个',
  },
  'BAD_PARAMETER',
)

type Reason = Parameters<typeof refuse>[0]

/** Maximum characters of a request's own word in a refusal. */
const MAX_WORD = 50

/**
 * The refusal of an advanced query: the message names the parameter, the problem its place, `/superQueryParams/2/rule`,
 * and the reason. `values` are the words of the request.
 */
export function refuseSuperQuery(
  reason: Reason,
  path: readonly (string | number)[] = [],
  values: Readonly<Record<string, unknown>> = {},
): AppError {
  const words = Object.entries(values).map(([name, word]) => [name, String(word).slice(0, MAX_WORD)])
  const { message: text } = refuse(reason, { values: Object.fromEntries(words) })
  return refuse(reason, {
    text: errorText('BAD_PARAMETER', { key: superQueryParams }),
    result: { problems: [{ path: pointer(superQueryParams, ...path), code: 'unknown', text }] },
  })
}

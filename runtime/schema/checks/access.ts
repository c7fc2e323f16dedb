import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { findMask, type Mask } from '#runtime/kernel/text/mask.ts'
import { valueHalf } from '../field-value.ts'
import { type FieldsContext, type Level, part } from './context.ts'
import { fieldNode, formulaReads } from './expressions/expressions.ts'
import type { Path, Report } from './report.ts'

/** The permission codes that reading a field requires. */
export const listCodes = (...holders: readonly (JsonObject | undefined)[]): string[] =>
  holders.flatMap((holder) => (holder && asText(part(holder, 'access').read)) ?? [])

/**
 * Reports a value that is computed from `source` and may be read without `code`, the permission that `source` needs:
 * its readers can calculate the other value.
 */
export function reportGivenAway(
  report: Report,
  path: Path,
  field: JsonObject,
  source: string,
  code: string,
): void {
  const isFree = field.access === undefined
  const fix = [{ op: 'add' as const, path: pointer(...path, 'access'), value: { read: code } }]
  report(path, {
    code: 'GIVEN_AWAY',
    text: `由要权限 ${code} 才看得到的 ${source} 算出，没有此权限的人可以由它推算，请写 "access": { "read": "${code}" }`,
    ...(isFree ? { fix } : {}),
  })
}

/** Reports a value that comes from the masked `source` and is not masked itself. */
export function reportUnmasked(
  { report, types }: Pick<FieldsContext, 'report' | 'types'>,
  path: Path,
  field: JsonObject,
  source: string,
  mask: Mask,
): void {
  const fix = [{ op: 'add' as const, path: pointer(...path, 'mask'), value: mask }]
  report(path, {
    code: 'GIVEN_AWAY',
    text: `由有掩码的 ${source} 而来，看的人得到全文，请写 "mask": "${mask}"，或改用别的字段`,
    ...(valueHalf(types, field)?.canMask ? { fix } : {}),
  })
}

/** Reports computed fields that need fewer permissions than the fields they are computed from, directly or not, or that show masked values. */
export function checkAccess(context: FieldsContext): void {
  const codes = new Map<string, string[]>()
  const masks = new Map<string, Mask>()
  const fields = new Map<string, { path: Path; field: JsonObject }>()
  const findDetail = ({ detail }: Level): JsonObject | undefined =>
    context.head.fields.find(([, field]) => field.key === detail)?.[1]
  for (const level of [context.head, ...context.details])
    for (const [index, field] of level.fields) {
      const node = fieldNode(level, asText(field.key) ?? '')
      codes.set(node, listCodes(field, level.detail === undefined ? undefined : findDetail(level)))
      fields.set(node, { path: [...level.path, index], field })
      const mask = findMask(field)
      if (mask) masks.set(node, mask)
    }
  const formulas = formulaReads(context)
  const listSources = (node: string, seen: Set<string>): Set<string> => {
    for (const read of formulas.get(node)?.nodes ?? []) {
      if (seen.has(read)) continue
      seen.add(read)
      listSources(read, seen)
    }
    return seen
  }
  for (const node of formulas.keys()) {
    const { path, field } = fields.get(node) ?? { path: [], field: {} }
    const reported = new Set(codes.get(node))
    const sources = listSources(node, new Set())
    const hidden = masks.has(node) ? undefined : [...sources].find((read) => masks.has(read))
    const mask = masks.get(hidden ?? '')
    if (hidden !== undefined && mask) reportUnmasked(context, path, field, hidden, mask)
    for (const source of sources)
      for (const code of codes.get(source) ?? []) {
        if (reported.has(code)) continue
        reported.add(code)
        reportGivenAway(context.report, path, field, source, code)
      }
  }
}

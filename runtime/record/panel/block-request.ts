import type { FieldValues } from '#runtime/schema/field-value.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { groupParams } from '#runtime/schema/kinds/panel/blocks/group-params.ts'
import { findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import type { PanelBlock, PanelSource } from '#runtime/schema/kinds/panel/shape.ts'
import { parseSort } from '#runtime/schema/query/sort.ts'
import type { ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'

/** Maximum records of a block without a limit of its own. */
export const MAX_ENTRIES = 200

export type SourcedBlock = Extract<PanelBlock, { source: PanelSource }>

/** The keys that a block shows. */
export const listKeys = (block: SourcedBlock): string[] => findBlockPlan(block)?.keys?.(block) ?? []

type Params = Readonly<Record<string, string | number | boolean>>

/** What a block asks for: a call, a report, or a screen: its sums, its groups or its rows. */
export type BlockRequest =
  | { kind: 'url'; url: string; params: Params }
  | { kind: 'report'; report: string; params: Params }
  | { kind: 'summary' | 'groups' | 'list'; screen: string; params: Params }

/** The request of a block; `value` resolves placeholders of a query. */
export function blockRequest(
  block: SourcedBlock,
  document: ScreenDocument | ReportDocument | undefined,
  types: FieldValues,
  value: (raw: unknown) => unknown,
): BlockRequest {
  const { source } = block
  const conditions = Object.fromEntries(
    Object.entries(source.query ?? {}).flatMap(([name, raw]) => {
      const word = value(raw)
      return word === null || word === undefined || word === '' ? [] : [[name, String(word)]]
    }),
  )
  if ('url' in source) return { kind: 'url', url: source.url, params: conditions }
  const plan = findBlockPlan(block)
  const size = source.pageSize ?? plan?.limit?.(block) ?? null
  if ('report' in source) {
    const page: Params = size === null ? { getAll: true } : { pageNo: 1, pageSize: size }
    const sort = source.sort ?? plan?.sort?.(block)
    const order = sort ? parseSort(sort) : {}
    return { kind: 'report', report: source.report, params: { ...conditions, ...order, ...page } }
  }
  const screen = asDocumentWith(document, 'hasTable')
  const address = screen?.url?.list
  // Sums and averages come from the server: the list has only its first rows.
  const summed = source.pageSize === undefined ? (plan?.summedKeys?.(block) ?? []) : []
  if (summed.length > 0 && address === undefined)
    return { kind: 'summary', screen: source.screen, params: { ...conditions, field: summed.join(',') } }
  const groups = plan?.groups?.(block)
  if (groups && address === undefined)
    return {
      kind: 'groups',
      screen: source.screen,
      params: {
        ...conditions,
        ...groupParams(groups, document, types),
        ...(source.sort !== undefined && parseSort(source.sort)),
        ...(source.pageSize !== undefined && { pageSize: source.pageSize }),
      },
    }
  const page = { field: ['id', '', ...listKeys(block)].join(','), pageNo: 1, pageSize: size ?? MAX_ENTRIES }
  const params = {
    ...conditions,
    ...parseSort(source.sort ?? plan?.sort?.(block) ?? screen?.list?.sort),
    ...page,
  }
  return address === undefined
    ? { kind: 'list', screen: source.screen, params }
    : { kind: 'url', url: address, params }
}

/** Whether the user may read every field that the block sums up: the server refuses the request otherwise. */
export const areSumsReadable = (
  block: SourcedBlock,
  document: ScreenDocument | ReportDocument | undefined,
  can: (code: string) => boolean,
): boolean =>
  !document ||
  !('screen' in block.source) ||
  (findBlockPlan(block)?.summedKeys?.(block) ?? []).every((key) => {
    const code = document.fields.find((field) => field.key === key)?.access?.read
    return code === undefined || can(code)
  })

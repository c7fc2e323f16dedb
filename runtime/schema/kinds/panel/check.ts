import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { checkMenu, needWord, part } from '../../checks/context.ts'
import { keySpan, type Path, type Report, textSpan } from '../../checks/report.ts'
import { checkNames, checkRequestParam } from '../../checks/request-params.ts'
import type { NamedKey, PanelContext } from './blocks/block-shape.ts'
import { checkLink } from './blocks/check-link.ts'
import { checkSource, referKey } from './blocks/check-source.ts'
import { countKey } from './blocks/group-params.ts'
import { findBlockShape } from './blocks/shapes.ts'
import { checkBlockCodes, checkPanelCode } from './check-codes.ts'

/** Checks filters, and that every block's source exists and has the keys that the block shows. */
export function checkPanel(document: JsonObject, base: Omit<PanelContext, 'params'>): void {
  const { knownNames, report } = base
  const filters = listObjectEntries(document.filters)
  checkNames(base, filters, ['filters'])
  for (const [at, filter] of filters) checkRequestParam(base, ['filters', at], filter, false)
  // Faulty filters may be what a query names.
  const params = base.isFaulty(['filters'])
    ? undefined
    : new Map(filters.map(([, filter]): [string, JsonObject] => [asText(filter.key) ?? '', filter]))
  if (params && !base.isFaulty(['blocks'])) checkFilterUse(document, filters, report)
  checkMenu(document, knownNames, report)
  checkPanelCode(knownNames, report, document)
  if (document.menu !== undefined && document.needs === undefined)
    report(['menu'], { code: 'MISSING_KEY', text: '缺少 needs：有菜单的看板要写打开它的权限编码' })
  const isCounted = typeof document.columnCount === 'number' && !base.isFaulty(['columnCount'])
  const columns = isCounted ? Number(document.columnCount) : 24
  for (const [index, block] of listObjectEntries(document.blocks)) {
    const path = ['blocks', index]
    if (typeof block.span === 'number' && block.span > columns)
      report([...path, 'span'], { code: 'BAD_VALUE', text: `不能大于看板的列数 ${columns}` })
    if (block.tab !== undefined && (document.personal === true || document.wall === true))
      report([...path, 'tab'], {
        code: 'BAD_VALUE',
        text: '大屏和各人自己排的看板没有页签：请删去 tab，或删去 wall、personal',
      })
    checkBlock(block, path, { ...base, params })
  }
  checkKeys(listObjectEntries(document.blocks), report)
  const hasTabs = listObjectEntries(document.blocks).some(([, { tab }]) => tab !== undefined)
  for (const [at, { key }] of hasTabs ? filters : [])
    if (key === 'tab')
      report(['filters', at, 'key'], {
        code: 'BAD_VALUE',
        text: '地址里的 tab 已用作页签，请给这个条件换一个名字',
      })
  if (document.personal === true && document.wall === true)
    report(['personal'], { code: 'BAD_VALUE', text: '大屏不能各人自己排：请删去 personal 或 wall' })
}

/** Reports keys of several blocks: an arrangement of a user would not find the block. */
function checkKeys(blocks: readonly [number, JsonObject][], report: Report): void {
  const keys = new Set<unknown>()
  for (const [at, { key }] of blocks) {
    if (typeof key === 'string' && keys.has(key))
      report(['blocks', at, 'key'], { code: 'DUPLICATE_KEY', text: `块的名字「${key}」写了两次，请换一个` })
    keys.add(key)
  }
}

/** Reports filters that change no block. */
function checkFilterUse({ blocks }: JsonObject, filters: [number, JsonObject][], report: Report): void {
  const text = JSON.stringify(blocks ?? [])
  // A misspelt name has a problem of its own.
  const keys = new Set(filters.map(([, { key }]) => key))
  if ([...text.matchAll(/params\.(\w+)/g)].some(([, name]) => !keys.has(name))) return
  for (const [at, { key }] of filters) {
    if (typeof key !== 'string' || new RegExp(`params\\.${key}(?!\\w)`).test(text)) continue
    report(['filters', at], {
      code: 'BAD_VALUE',
      text: `没有一块用到「${key}」：请在 source 的 query 里写 "=params.${key}"，或删去这个条件`,
    })
  }
}

function checkBlock(block: JsonObject, path: Path, context: PanelContext): void {
  const { knownNames, report } = context
  const shape = findBlockShape(block)
  const keys = shape?.keys?.(block) ?? []
  const isGrouped = shape?.isGrouped?.(block) === true
  shape?.check?.(block, { ...context, path })
  checkBlockCodes(knownNames, report, path, block)
  // An unknown type has a problem of its own.
  checkLink(context, [...path, 'href'], block.href, !shape || shape.hasRecord === true)
  needWord(report, [...path, 'widget'], block.widget, knownNames.blockWidgets, 'UNKNOWN_NAME', '控件')
  // A faulty property may be what names the key.
  const isSound = Object.keys(block).every((word) => word === 'titles' || !context.isFaulty([...path, word]))
  const counted =
    isGrouped && isJsonObject(block.source) && block.source.screen !== undefined ? [countKey] : []
  if (shape && 'titles' in shape.shape && isSound)
    checkTitles(report, path, block, [...keys, ...counted.map((key) => ({ path: [], key }))])
  if (!isJsonObject(block.source)) return
  const links = [...(asText(block.href)?.matchAll(/\{(\w+)\}/g) ?? [])].map(({ 1: key = '', index }) => ({
    path: ['href'],
    key,
    span: textSpan(key, index + 1),
  }))
  checkSource(context, {
    source: block.source,
    path,
    inner: ['source'],
    keys: [...links, ...keys],
    isGrouped,
  })
  for (const key of Object.keys(part(block, 'titles')))
    referKey(report, block.source, [...path, 'titles', key], key, keySpan(key))
}

/** Checks that titles are for keys that the block shows. */
function checkTitles(report: Report, path: Path, block: JsonObject, named: readonly NamedKey[]): void {
  const keys = new Set(named.map(({ key }) => key))
  if (keys.size === 0) return
  for (const key of Object.keys(part(block, 'titles')))
    if (!keys.has(key)) {
      const text = `这一块不显示「${key}」，标题不起作用，请改正或删去`
      report([...path, 'titles', key], { code: 'UNKNOWN_FIELD', text, word: key, words: keys })
    }
}

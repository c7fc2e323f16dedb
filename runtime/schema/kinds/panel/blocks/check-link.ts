import { asText, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { needWord } from '../../../checks/context.ts'
import { checkAddress } from '../../../checks/links/links.ts'
import type { Path } from '../../../checks/report.ts'
import { userKeys } from '../../../names/resolve-name.ts'
import type { BlockContext, PanelContext } from './block-shape.ts'

/** Checks an address, and its placeholders: `{user.username}`, `{params.kind}`, and `{key}` where the block shows records. */
export function checkLink(
  { knownNames, report, params }: Pick<PanelContext, 'knownNames' | 'report' | 'params'>,
  path: Path,
  href: unknown,
  hasRecord: boolean,
): void {
  checkAddress(knownNames, report, path, href)
  const [key] = asText(href)?.match(/\{\w*\}/) ?? []
  if (key !== undefined && !hasRecord) {
    const text = `这里没有可取值的记录：去掉 ${key}，只有数字、表格和时间线的链接可以带 {字段}`
    report(path, { code: 'BAD_VALUE', text })
  }
  for (const [, key] of asText(href)?.matchAll(/\{user\.(\w*)\}/g) ?? [])
    needWord(report, path, key, userKeys, 'UNKNOWN_NAME', '自己的')
  for (const [, key] of asText(href)?.matchAll(/\{params\.(\w*)\}/g) ?? [])
    if (params) needWord(report, path, key, params, 'UNKNOWN_NAME', '看板的筛选')
}

/** Checks the addresses of the links of a block. */
export function checkLinks({ links }: JsonObject, context: BlockContext): void {
  for (const [at, { href }] of listObjectEntries(links))
    checkLink(context, [...context.path, 'links', at, 'href'], href, false)
}

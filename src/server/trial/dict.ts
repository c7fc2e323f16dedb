import { isJsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import type { DictDocument } from '#runtime/schema/types.ts'
import type { Findings } from './findings.ts'
import type { TrialServices } from './record.ts'

/** Loads the items of a dictionary, finds one of them by its text and by its value, and compares its filters. */
export async function tryDict(
  { documents }: TrialServices,
  { code, items, source }: DictDocument,
  { must, note }: Findings,
): Promise<void> {
  // Without a table of its own there is none to read: its screen has problems of its own.
  if (source && 'screen' in source && !documents.screen(source.screen)) return
  const name = encodeURIComponent(code)
  const place = source ? '/source' : items ? '/items' : '/tree'
  const loaded = await must(place, '装载', { path: `/sys/dict/getDictItems/${name}` })
  const [first] = Array.isArray(loaded.result) ? loaded.result.filter(isJsonObject) : []
  const [text, value] = [String(first?.text ?? '甲'), String(first?.value ?? '1')]
  const path = `/sys/dict/loadDict/${name}`
  const found = await must(place, '按文字查找', { path, query: { keyword: text } })
  // Several texts are separated by commas.
  const isFound = Array.isArray(found.result) && found.result.length > 0
  if (first && found.isOk && !text.includes(',') && !isFound)
    note(place, '按文字查找', `「${text}」按自己的文字找不到`)
  await must(place, '由值找文字', { path: `/sys/dict/loadDictItem/${name}`, query: { key: value } })
  if (!source) return
  if (source.parent !== undefined)
    await must('/source/parent', '打开一支', {
      path: '/sys/dict/loadTreeData',
      query: { dictCode: code, pid: value },
    })
  for (const [at, key] of (source.filters ?? []).entries())
    await must(pointer('source', 'filters', at), '按它比较', {
      path: `/sys/dict/getDictItems/${name}`,
      query: { where: JSON.stringify({ [key]: '1' }) },
    })
}

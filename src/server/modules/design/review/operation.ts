import { createHash } from 'node:crypto'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Renaming } from '#runtime/schema/rename/definition.ts'

/** What is reviewed beside the release of a draft: an operation on a released document. */
export type Operation = { kind: 'remove'; isDropped: boolean } | { kind: 'rename'; renaming: Renaming }

/** What a renaming renames, in words. */
export const renamedNouns: Readonly<Record<Renaming['kind'], string>> = {
  field: '字段',
  document: '编号',
  dict: '字典',
  table: '表',
}

/** The operation on a document in words. */
export function describeOperation(operation: Operation, { id, title }: JsonObject): string {
  const name = `「${String(title ?? id)}」`
  if (operation.kind === 'remove')
    return operation.isDropped ? `删除${name}，连同表和里面的全部数据` : `删除${name}`
  const { kind, from, to } = operation.renaming
  return `把${name}的${renamedNouns[kind]}「${from}」改名为「${to}」`
}

/** Another one with each operation and each change of the document: an approval is of exactly this. */
export function fingerprintOperation(operation: Operation, current: JsonObject): string {
  const { from = '', to = '', kind = '' } = operation.kind === 'rename' ? operation.renaming : {}
  const place = operation.kind === 'rename' && operation.renaming.kind === 'field' && operation.renaming
  const words = [operation.kind, operation.kind === 'remove' && operation.isDropped, kind, from, to]
  const at = place ? [place.screen, place.detail ?? ''] : []
  return createHash('sha256')
    .update(JSON.stringify([...words, ...at, current]))
    .digest('hex')
}

import { asText, isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { type FieldsContext, part } from '../../../checks/context.ts'
import { isStoredField } from '../../../checks/stored-fields.ts'
import { treeLayout } from '../../../layouts/tree.ts'
import type { Field } from '../../../types.ts'
import { findField } from './choice-fields.ts'

/** Checks the fields of a tree list: the parent's id is stored, and the fields that the server maintains are hidden. */
export function checkTree(context: FieldsContext): void {
  const { document: screen, types, report } = context
  const isDrawn = part(screen, 'list').layout === treeLayout.name
  if (context.isFaulty(['tree']) || context.isFaulty(['list', 'layout'])) return
  if (!isJsonObject(screen.tree)) {
    if (isDrawn) {
      report(['list', 'layout'], { code: 'MISSING_KEY', text: '树形列表缺少 tree，请写明上级字段' })
    } else checkAddChild(context)
    return
  }
  const { tree } = screen
  if (!isDrawn) {
    const fix = isJsonObject(screen.list)
      ? [{ op: 'add' as const, path: '/list/layout', value: treeLayout.name }]
      : [{ op: 'add' as const, path: '/list', value: { layout: treeLayout.name } }]
    report(['tree'], {
      code: 'BAD_VALUE',
      text: '写了 tree 就是树形列表，请写 "list": { "layout": "tree" }',
      fix,
    })
  }
  const parent = findField(context, tree.parent)
  const fault = parent && !context.isFaulty(['fields']) ? parentFault(parent, types) : null
  if (parent && fault) {
    const text = `字段「${parent.key}」${fault}，不能作上级字段，请用 hidden 或 input 类型`
    report(['tree', 'parent'], { code: 'BAD_VALUE', text })
  }
  if (tree.hasChild !== undefined && tree.leaf !== undefined) {
    report(['tree', 'leaf'], { code: 'BAD_VALUE', text: 'hasChild 和 leaf 说的是一件事，请只写一个' })
  }
  if (tree.lazy !== false && tree.hasChild === undefined && tree.leaf === undefined) {
    const text = '逐级加载的树要知道哪些行有下级，请写 hasChild 或 leaf，或写 "lazy": false'
    report(['tree'], { code: 'MISSING_KEY', text })
  }
  for (const word of ['hasChild', 'leaf']) {
    const field = findField(context, tree[word])
    if (field && field === parent) {
      const text = `字段「${field.key}」已存上级的主键，请另写一个 hidden 字段`
      report(['tree', word], { code: 'BAD_VALUE', text })
      continue
    }
    if (!field || field.type === 'hidden' || !types.has(asText(field.type) ?? '')) continue
    const text = `字段「${field.key}」由服务器维护，不能填写，类型请写 hidden`
    report(['tree', word], { code: 'BAD_VALUE', text })
  }
}

/** The letters of an id. */
const ID_LENGTH = 36

/** Why a field cannot hold the id of the parent. */
function parentFault(field: JsonObject, types: FieldsContext['types']): string | null {
  if (!isStoredField({ types }, field)) return '不存库'
  if (field.compute !== undefined) return '由公式算出'
  const column = types.get(asText(field.type) ?? '')?.column(field as unknown as Field)
  if (!column || column.type === 'text' || (column.type === 'varchar' && column.length >= ID_LENGTH))
    return null
  return column.type === 'varchar' ? `只有 ${column.length} 个字，存不下主键` : '存的不是文字'
}

/** Reports the button `addChild` outside tree lists. */
function checkAddChild({ document: screen, report }: FieldsContext): void {
  for (const place of ['toolbar', 'row']) {
    const entries = part(screen, 'actions')[place]
    if (!Array.isArray(entries)) continue
    const at = entries.findIndex((entry) => (isJsonObject(entry) ? entry.code : entry) === 'addChild')
    const path = ['actions', place, at]
    if (at >= 0) report(path, { code: 'BAD_VALUE', text: '添加下级只用于树形列表，请写 tree 或删去它' })
  }
}

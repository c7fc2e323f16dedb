import type { ISchema } from '@formily/json-schema'
import type { AnyFieldType } from '#runtime/contract/contract.ts'
import { getSpan, getTitle, isReadOnly, isRequired } from '#runtime/schema/derive.ts'
import { type FormLayoutGroup, formLayout } from '#runtime/schema/form-layout.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import type { CompileEnv } from '../compile-env.ts'
import { compileReaction, type FormBinding } from './reactions.ts'

/** A field of a form by its key; the schema nodes name it, so Formily never wraps documents in proxies. */
export interface FormField {
  key: string
  title: string
  field: Field
  type: AnyFieldType
  span: number
  /** Displayed and copyable, never typed: computed, numbered, or without the edit permission. */
  readOnly: boolean
  required: boolean
  /** Index of its tab, if it is in one. */
  tab?: string
}

/** A tab: `name` is that of its node, which each of its fields names. */
export interface FormTab {
  name: string
  title: string
  keys: readonly string[]
}

export interface FormPlan {
  columns: number
  open: 'modal' | 'drawer' | 'page'
  width: number
  schema: ISchema
  fields: ReadonlyMap<string, FormField>
  /** The tabs in their order, with the keys of their fields. */
  tabs: readonly FormTab[]
  /** Keys in screen order, for the walk through problems. */
  order: readonly string[]
}

export function compileForm(
  screen: ScreenDocument,
  mode: 'add' | 'edit' | 'detail',
  { types, can }: CompileEnv,
  binding: FormBinding,
): FormPlan {
  const layout = formLayout(screen, mode)
  const fields = new Map<string, FormField>()
  const properties: Record<string, ISchema> = {}
  const tabs: Record<string, TabNode> = {}
  /** The node of each tab by title: groups with the same tab share it. */
  const tabNames = new Map<string, string>()

  const node = (group: FormLayoutGroup, tab?: string): Record<string, ISchema> => {
    const nodes: Record<string, ISchema> = {}
    for (const field of group.fields) {
      const plan = planField(field, { types, can }, mode, tab)
      if (!plan) continue
      fields.set(field.key, plan)
      nodes[field.key] = fieldNode(plan, binding)
    }
    return nodes
  }

  for (const [index, group] of layout.groups.entries()) {
    const name = (group.tab && tabNames.get(group.tab)) ?? `${group.tab ? 'tab' : 'group'}${index}`
    const nodes = node(group, group.tab && name)
    if (Object.keys(nodes).length === 0) continue
    const grid: ISchema = {
      type: 'void',
      'x-component': 'Grid',
      'x-component-props': { columns: layout.columns },
      properties: nodes,
    }
    const part: ISchema = {
      type: 'void',
      'x-component': 'Group',
      'x-component-props': { title: group.title },
      properties: { [`grid${index}`]: grid },
    }
    if (!group.tab) {
      properties[name] = part
      continue
    }
    tabNames.set(group.tab, name)
    const tab = tabs[name] ?? tabNode(group.tab)
    tab['x-component-props'].keys.push(...Object.keys(nodes))
    if (group.title) tab.properties[`group${index}`] = part
    else tab.properties[`grid${index}`] = grid
    tabs[name] = tab
  }
  if (Object.keys(tabs).length > 0)
    properties.tabs = { type: 'void', 'x-component': 'Tabs', properties: tabs }
  return {
    columns: layout.columns,
    open: layout.open,
    width: layout.width,
    schema: { type: 'object', properties },
    fields,
    tabs: Object.entries(tabs).map(([name, node]) => ({ name, ...node['x-component-props'] })),
    order: [...fields.keys()],
  }
}

interface TabNode extends ISchema {
  'x-component-props': { title: string; keys: string[] }
  properties: Record<string, ISchema>
}

const tabNode = (title: string): TabNode => ({
  type: 'void',
  'x-component': 'Tab',
  'x-component-props': { title, keys: [] },
  properties: {},
})

function planField(
  field: Field,
  { types, can }: CompileEnv,
  mode: 'add' | 'edit' | 'detail',
  tab?: string,
): FormField | undefined {
  const type = types.get(field.type)
  if (!type || (field.access?.read && !can(field.access.read))) return
  const mayEdit = !field.access?.edit || can(field.access.edit)
  const readOnly = mode === 'detail' || isReadOnly(field) || !mayEdit
  return {
    key: field.key,
    title: getTitle(field),
    field,
    type,
    span: isDetail(field) ? 4 : getSpan(field),
    readOnly,
    required: !readOnly && isRequired(field),
    ...(tab ? { tab } : {}),
  }
}

/** Rows stay outside Formily: a detail table is one array node without `items`, so no cell becomes a Formily field. */
function fieldNode(
  { key, title, field, span, readOnly, required }: FormField,
  binding: FormBinding,
): ISchema {
  const reaction = compileReaction(field, binding)
  const rows = isDetail(field)
  return {
    type: rows ? 'array' : 'string',
    title,
    'x-decorator': 'FormItem',
    'x-decorator-props': { name: key, span, required, bare: rows },
    'x-component': 'Field',
    'x-component-props': { name: key },
    ...(rows || readOnly ? {} : { 'x-validator': (value: unknown) => binding.check(key, value) ?? '' }),
    ...(reaction ? { 'x-reactions': reaction } : {}),
  }
}

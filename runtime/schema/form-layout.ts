import { type FormMode, formFields, getSpan, getTitle, type ScreenView } from './derive.ts'
import { layoutPlan } from './layouts/plans.ts'
import { type Field, isDetail } from './types.ts'

export interface FormLayoutGroup {
  title?: string
  /** Groups with a tab are in a tab bar below the others. */
  tab?: string
  fields: Field[]
}

export interface FormLayout {
  columns: number
  open: 'modal' | 'drawer' | 'page'
  width: number
  groups: FormLayoutGroup[]
}

const widths = [560, 560, 800, 1200, 1400]
/** For a record in view mode. */
const viewModeWidth = 1200

const headTab = '基本信息'
/** The title of the group with the fields that no listed group names. */
export const restTitle = '其他'

/**
 * The form as the document lays it out; without `form.groups`, all fields in one group, each detail table in a tab
 * of its own and each one-to-one detail in a group. Fields that no listed group names are in a last group.
 */
export function formLayout(screen: ScreenView, mode: FormMode): FormLayout {
  const fields = formFields(screen, mode)
  const {
    columnCount: columns = autoColumns(fields, mode),
    groups: listed = [],
    open = 'modal',
    width,
  } = screen.form ?? {}
  const groups = listed.length > 0 ? namedGroups(listed, fields) : autoGroups(fields)
  return {
    columns,
    open,
    width: mode === 'detail' ? viewModeWidth : (width ?? widths[columns] ?? 1200),
    groups: layoutPlan(screen).hasFormTabs ? tabbed(groups) : groups,
  }
}

/** In a layout with tabs in its form each group has a tab, and each detail too. */
function tabbed(groups: FormLayoutGroup[]): FormLayoutGroup[] {
  const heads = groups.flatMap(({ title, tab = headTab, fields }) => {
    const headFields = fields.filter((field) => !isDetail(field))
    return headFields.length > 0 ? [{ title, tab, fields: headFields }] : []
  })
  const rows = groups.flatMap(({ fields }) => fields.filter(isDetail))
  return [...heads, ...rows.map((field) => ({ tab: getTitle(field), fields: [field] }))]
}

function namedGroups(
  groups: readonly { title?: string; tab?: string; fields?: readonly string[] }[],
  fields: Field[],
): FormLayoutGroup[] {
  const named = new Set(groups.flatMap((group) => group.fields ?? []))
  const rest = autoGroups(fields.filter(({ key }) => !named.has(key)))
  // Beside tabs a group without one would be drawn above them.
  const heading = groups.some(({ tab }) => tab !== undefined) ? { tab: restTitle } : { title: restTitle }
  return [
    // A group that a designer has just added has no fields yet.
    ...groups.map(({ title, tab, fields: keys = [] }) => ({
      title,
      tab,
      fields: keys.flatMap((key) => fields.find((field) => field.key === key) ?? []),
    })),
    ...rest.map((group) => ((group.title ?? group.tab) ? group : { ...heading, ...group })),
  ].filter((group) => group.fields.length > 0)
}

/** The groups of a form that lists none. */
export function autoGroups(fields: readonly Field[]): FormLayoutGroup[] {
  const head = fields.filter((field) => !isDetail(field))
  const details = fields
    .filter((field) => isDetail(field))
    .map((field) => ({ [field.look === 'form' ? 'title' : 'tab']: getTitle(field), fields: [field] }))
  return head.length > 0 ? [{ fields: head }, ...details] : details
}

function autoColumns(fields: Field[], mode: FormMode): number {
  const spans = fields.filter((field) => !isDetail(field)).map(getSpan)
  // A record in view mode is shown in a wide dialog.
  const few = mode === 'detail' && spans.length > 2 ? 2 : 1
  const many = mode === 'detail' ? 3 : 2
  return Math.min(4, Math.max(fields.some(isDetail) ? 3 : 1, spans.length > 8 ? many : few, ...spans))
}

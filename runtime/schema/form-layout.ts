import { type FormMode, formFields, type ScreenView, spanOf, titleOf } from './derive.ts'
import { type Field, isDetail } from './types.ts'

export interface FormLayoutGroup {
  title?: string
  /** Groups with a tab stand in a tab bar below the others. */
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

/**
 * The form as the document lays it out; without `form.groups`, all fields in one group and each detail table
 * in a tab of its own. A field that the groups do not name is not shown.
 */
export function formLayout(screen: ScreenView, mode: FormMode): FormLayout {
  const fields = formFields(screen, mode)
  const columns = screen.form?.columns ?? autoColumns(fields)
  return {
    columns,
    open: screen.form?.open ?? 'modal',
    width: screen.form?.width ?? widths[columns] ?? 1200,
    groups: screen.form?.groups ? namedGroups(screen.form.groups, fields) : autoGroups(fields),
  }
}

function namedGroups(
  groups: readonly { title?: string; tab?: string; fields: string[] }[],
  fields: Field[],
): FormLayoutGroup[] {
  return groups
    .map(({ title, tab, fields: keys }) => ({
      title,
      tab,
      fields: keys.flatMap((key) => fields.find((field) => field.key === key) ?? []),
    }))
    .filter((group) => group.fields.length > 0)
}

function autoGroups(fields: Field[]): FormLayoutGroup[] {
  const head = fields.filter((field) => !isDetail(field))
  const tabs = fields.filter(isDetail).map((field) => ({ tab: titleOf(field), fields: [field] }))
  return head.length > 0 ? [{ fields: head }, ...tabs] : tabs
}

function autoColumns(fields: Field[]): number {
  const spans = fields.filter((field) => !isDetail(field)).map(spanOf)
  return Math.min(4, Math.max(fields.some(isDetail) ? 3 : 1, spans.length > 8 ? 2 : 1, ...spans))
}

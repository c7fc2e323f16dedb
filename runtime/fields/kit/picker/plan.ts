import { auditField, fieldByKey, getTitle, queryField, recordTitle } from '#runtime/schema/derive.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import type { Field, PickerDocument, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import type { AnyFieldType, FieldTypes } from '../../../contract/contract.ts'
import { getListUrl } from './list-url.ts'

export interface PickerColumn {
  key: string
  title: string
  field: Field
  type: AnyFieldType
  width?: number
}

/** Keys of the picked record that a field stores and shows. */
export interface ReturnedKeys {
  id: string
  value: string
  text: string
}

/** A compiled picker: a list over the screen or report that it names, with its own columns and query items. */
export interface PickerPlan {
  title: string
  width: number
  pageSize: number
  pageSizes: readonly number[]
  many: boolean
  /** The selection is listed beside the table. */
  showsSelection: boolean
  returns: ReturnedKeys
  sideTree?: PickerDocument['sideTree']
  url: string
  /** The document whose records are selected. */
  source: ScreenDocument | ReportDocument
  /** The user may compose an advanced query. */
  isAdvanced: boolean
  sort: { column: string; order: 'asc' | 'desc' }
  columns: PickerColumn[]
  query: { field: Field; type: AnyFieldType }[]
  needs: string[]
}

/** The plan without the query items that a limit answers. */
export function limitedPlan(plan: PickerPlan, limited: Readonly<Record<string, string>>): PickerPlan {
  const query = plan.query.filter(({ field }) => !(`${field.key}_MultiString` in limited))
  return query.length === plan.query.length ? plan : { ...plan, query }
}

/** The two layouts: a search over many columns, and the business record picker with the selection beside it. */
const layouts = {
  search: { width: 1200, pageSize: 10, pageSizes: [10, 20, 30] },
  business: { width: 900, pageSize: 5, pageSizes: [5, 10, 20, 30] },
} as const

const MAX_BUSINESS_TEXT = 12

export function compilePicker(
  picker: PickerDocument,
  source: ScreenDocument | ReportDocument,
  types: FieldTypes,
  can: (code: string) => boolean,
): PickerPlan {
  const byKey = fieldByKey(source)
  const listFields = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const field = byKey.get(key) ?? auditField(key, types)
      const type = field && types.get(field.type)
      const isHidden = !field || field.writeOnly || (field.access?.read && !can(field.access.read))
      return type && !isHidden ? [{ field, type }] : []
    })
  const columns = listFields(picker.fields)
  const query = listFields(picker.query ?? []).filter(({ type }) => type.query)
  const isBusiness = picker.look === 'business'
  const look = layouts[picker.look ?? 'search']
  const shortened = (field: Field): Field =>
    isBusiness ? { ...field, ellipsis: field.ellipsis ?? MAX_BUSINESS_TEXT } : field
  const [sort = ''] = (source.list?.sort ?? (hasCapability(source, 'hasTable') ? '-createTime' : '')).split(
    ',',
  )
  return {
    title: isBusiness ? `${recordTitle(source.title)}选择` : picker.title,
    width: picker.width ?? look.width,
    pageSize: picker.pageSize ?? look.pageSize,
    pageSizes: look.pageSizes,
    many: picker.select === 'many',
    showsSelection: isBusiness,
    returns: { id: 'id', value: 'id', text: picker.fields[0] ?? 'id', ...picker.returns },
    sideTree: picker.sideTree,
    url: getListUrl(source),
    source,
    isAdvanced: picker.superQuery !== false,
    sort: { column: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'desc' : 'asc' },
    columns: columns.map(({ field, type }) => ({
      key: field.key,
      title: getTitle(field),
      field: shortened(field),
      type,
      width: field.width,
    })),
    // A field without a query rule uses the first rule of its type.
    query: query.map(({ field, type }) => ({
      field: { ...queryField(field), query: field.query || true },
      type,
    })),
    needs: [...new Set([...columns, ...query].flatMap(({ field, type }) => type.needs?.(field) ?? []))],
  }
}

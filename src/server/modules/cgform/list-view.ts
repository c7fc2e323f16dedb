import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { detailColumns, getTitle, type ListColumn, listFields } from '#runtime/schema/derive.ts'
import type { DetailField, Field, StoredScreen } from '#runtime/schema/types.ts'
import { getColumnName } from '../../documents/plan/tables.ts'
import type { DictionaryItems } from '../../reports/services.ts'
import { usableButtons } from './heads/buttons/buttons.ts'
import { toConfigurations } from './heads/settings/configuration.ts'
import { formatHref } from './heads/settings/field-href.ts'
import { getShowType } from './heads/settings/field-types.ts'
import { hasTexts, hiddenButtons, readableFields, readOptions, type Viewer } from './options.ts'

const columnView =
  (level: readonly Field[]) =>
  ({ field, title, sortable, width }: ListColumn): JsonObject => ({
    title,
    dataIndex: getColumnName(field),
    align: 'center',
    fieldType: getShowType(field, level),
    ...(sortable && { sorter: true }),
    ...(hasTexts(field) && { customRender: getColumnName(field) }),
    ...(typeof field.href === 'string' && {
      hrefSlotName: getColumnName(field),
      scopedSlots: { customRender: getColumnName(field) },
    }),
    ...(width !== undefined && { width }),
  })

/** The parts of a list that its columns decide. */
async function columnParts(
  listed: readonly ListColumn[],
  level: readonly Field[],
  dictionaries: DictionaryItems,
): Promise<JsonObject> {
  const withTexts = listed.filter(({ field }) => hasTexts(field))
  const options = await Promise.all(
    withTexts.map(
      async ({ field }) => [getColumnName(field), await readOptions(field, dictionaries)] as const,
    ),
  )
  return {
    columns: listed.map(columnView(level)),
    dictOptions: Object.fromEntries(options),
    fieldHrefSlots: listed.flatMap(({ field }) =>
      typeof field.href === 'string'
        ? [{ slotName: getColumnName(field), href: formatHref(field.href, level) }]
        : [],
    ),
  }
}

const headParts = (head: JsonObject): JsonObject => ({
  enhanceJs: '',
  description: head.tableTxt,
  currentTableName: head.tableName,
  tableType: head.tableType,
  formTemplate: head.formTemplate,
  paginationFlag: head.isPage,
  checkboxFlag: head.isCheckbox,
  scrollFlag: head.scroll,
  pidField: head.treeParentIdField,
  hasChildrenField: head.treeIdField,
  textField: head.treeFieldname,
  isDesForm: 'N',
  desFormCode: '',
  relationType: head.relationType,
  code: head.id,
})

/** The columns of a list (docs/http.md, "Columns"). */
export async function columnsView(
  screen: StoredScreen,
  viewer: Viewer,
  dictionaries: DictionaryItems,
): Promise<JsonObject> {
  const listed = listFields(screen, fieldValues).filter(({ key }) => viewer.isShown(key))
  const [{ head }] = toConfigurations(screen)
  return {
    ...(await columnParts(listed, screen.fields, dictionaries)),
    ...headParts(head),
    cgButtonList: usableButtons(screen, viewer),
    hideColumns: hiddenButtons(screen, viewer),
    foreignKeys: [],
  }
}

/** The columns of a detail table as a list of its own, which its foreign key joins to the main table. */
export async function detailColumnsView(
  screen: StoredScreen,
  detail: DetailField,
  viewer: Viewer,
  dictionaries: DictionaryItems,
): Promise<JsonObject> {
  const readableKeys = new Set(readableFields(detail.fields, viewer).map(({ key }) => key))
  const listed = detailColumns(detail, fieldValues).filter(({ key }) => readableKeys.has(key))
  const [main, ...subTables] = toConfigurations(screen)
  const table = detail.table?.name ?? detail.key
  const head = subTables.find((form) => form.head.tableName === table)?.head ?? main.head
  return {
    ...(await columnParts(listed, detail.fields, dictionaries)),
    ...headParts(head),
    description: getTitle(detail),
    cgButtonList: [],
    hideColumns: hiddenButtons(screen, viewer),
    foreignKeys: [{ field: detail.table?.fk, table: screen.table.name, key: detail.table?.ref ?? 'id' }],
  }
}

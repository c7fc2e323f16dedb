import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Field } from '#runtime/schema/types.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import { readRowText, splitParts } from '../../../../reports/row-values.ts'
import type { Links } from './links.ts'

const refuse = defineRefusals({
  ONLINE_LINK_PICKER: '字段「{name}」关联的表 {table} 没有选择器，请先在设计器里从它的界面做一个',
})

/** The dictionary columns of a row: `table,text,code` of a registered table, or the code of a dictionary. */
const splitDict = (code: unknown): JsonObject => {
  const [table = '', text, value] = typeof code === 'string' ? code.split(',') : []
  return text === undefined
    ? { dictField: table }
    : { dictTable: table, dictText: text, dictField: value ?? '' }
}

const readDictCode = (row: JsonObject): JsonObject => {
  const [table, field, text] = ['dictTable', 'dictField', 'dictText'].map((key) => readRowText(row, key))
  if (table) return { dictCode: `${table},${text},${field}` }
  return field ? { dictCode: field } : {}
}

const formatList = (value: unknown): string => (Array.isArray(value) ? value.join(',') : '')

const json = (value: unknown): JsonObject => ({ fieldExtendJson: JSON.stringify(value) })

function readExtension(row: JsonObject): unknown {
  const value = row.fieldExtendJson
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** What the settings of a field are read with. */
export interface SettingsContext {
  /** The title of the field. */
  name: string
  links: Links
  /** The field before an edit. */
  stored: Field | undefined
}

interface Settings {
  /** The columns of a row from the settings of a field. */
  write(field: Field): JsonObject
  /** The settings of a field from its row. */
  read(row: JsonObject, context: SettingsContext): JsonObject
}

const dict: Settings = { write: ({ dictCode }) => splitDict(dictCode), read: readDictCode }

const files: Settings = {
  write: ({ number }) => (number === undefined ? {} : json({ uploadnum: number })),
  read: (row) => {
    const extension = readExtension(row)
    const count = isJsonObject(extension) ? Number(extension.uploadnum) : 0
    return Number.isInteger(count) && count > 0 ? { number: count } : {}
  },
}

/** A stored key of users or departments, as clients name it, with the dictionary that documents have for it. */
interface Stored {
  store: string
  text: string
  dictCode?: string
}

/** Users and departments: without a setting, clients of online forms choose several. `keys`: the first is the usual one. */
const people = (...keys: [Stored, ...Stored[]]): Settings => ({
  write: ({ dictCode, multi }) => {
    const { store, text } = keys.find((key) => key.dictCode === dictCode) ?? keys[0]
    return json({ store, text, multiSelect: multi === true })
  },
  read: (row) => {
    const extension = readExtension(row)
    const { store, multiSelect } = isJsonObject(extension) ? extension : {}
    const dictCode = keys.find((key) => key.store === store)?.dictCode
    return { ...(dictCode && { dictCode }), ...(multiSelect === false ? {} : { multi: true }) }
  },
})

const DEFAULT_SWITCH = ['Y', 'N']

const settings: Readonly<Record<string, Settings>> = {
  select: dict,
  radio: dict,
  checkbox_group: dict,
  list_multi: dict,
  sel_search: dict,
  link_table: {
    write: ({ dictCode, showType, multi }) => ({
      ...splitDict(dictCode),
      ...((showType !== undefined || multi === true) && json({ showType, multiSelect: multi === true })),
    }),
    // The first of the shown columns is the text; the picker has the others.
    read: (row, { name, links, stored }) => {
      const extension = readExtension(row)
      const { showType, multiSelect } = isJsonObject(extension) ? extension : {}
      const table = readRowText(row, 'dictTable')
      const [first = ''] = splitParts(readRowText(row, 'dictText'))
      const popupCode = stored?.popupCode ?? links.findPicker(table)
      if (popupCode === undefined) throw refuse('ONLINE_LINK_PICKER', { values: { name, table } })
      return {
        ...readDictCode({ ...row, dictText: first }),
        popupCode,
        ...((showType === 'card' || showType === 'select') && { showType }),
        ...(multiSelect === true && { multi: true }),
      }
    },
  },
  cat_tree: {
    write: ({ dictCode }) => ({ dictField: String(dictCode ?? '').replace(/^category:/, '') }),
    read: (row) =>
      readRowText(row, 'dictField') ? { dictCode: `category:${readRowText(row, 'dictField')}` } : {},
  },
  sel_tree: {
    write: ({ dictCode, pidField = 'pid', pidValue = '', hasChildField = '' }) => {
      const [table = '', text, value] = String(dictCode ?? '').split(',')
      if (text === undefined) return { dictTable: table, dictField: pidValue }
      return {
        dictTable: table,
        dictField: pidValue,
        dictText: [value, pidField, text, hasChildField].join(','),
      }
    },
    read: (row) => {
      const [id = '', pid = '', name = '', hasChild = ''] = readRowText(row, 'dictText').split(',')
      const table = readRowText(row, 'dictTable')
      const root = readRowText(row, 'dictField')
      return {
        ...(table && { dictCode: name ? `${table},${name},${id}` : table }),
        ...(pid && pid !== 'pid' && { pidField: pid }),
        ...(root && { pidValue: root }),
        ...(hasChild && { hasChildField: hasChild }),
      }
    },
  },
  popup: {
    write: ({ popupCode, orgFields, destFields }) => ({
      dictTable: popupCode ?? '',
      dictField: formatList(orgFields),
      dictText: formatList(destFields),
    }),
    read: (row, { links }) => ({
      popupCode: links.findPicker(readRowText(row, 'dictTable')) ?? readRowText(row, 'dictTable'),
      orgFields: splitParts(readRowText(row, 'dictField')),
      destFields: splitParts(readRowText(row, 'dictText')),
    }),
  },
  switch: {
    write: ({ options }) => {
      const values = Array.isArray(options) ? options.map(({ value }) => value) : DEFAULT_SWITCH
      return json(values)
    },
    read: (row) => {
      const values = readExtension(row)
      if (!Array.isArray(values) || values.length !== 2) return {}
      const [on, off] = values.map(String)
      if (on === DEFAULT_SWITCH[0] && off === DEFAULT_SWITCH[1]) return {}
      return {
        options: [
          { value: on, text: '是' },
          { value: off, text: '否' },
        ],
      }
    },
  },
  file: files,
  image: files,
  sel_user: people({ store: 'username', text: 'realname' }),
  sel_depart: people(
    { store: 'id', text: 'departName' },
    { store: 'orgCode', text: 'departName', dictCode: 'sys_depart,depart_name,org_code' },
  ),
}

/** The columns of a row that depend on the type of its field. */
export const settingColumns = (field: Field): JsonObject => settings[field.type]?.write(field) ?? {}

/** The settings of a field of this type that its row contains. Refuses what the other documents do not have. */
export const readSettings = (type: string, row: JsonObject, context: SettingsContext): JsonObject =>
  settings[type]?.read(row, context) ?? {}

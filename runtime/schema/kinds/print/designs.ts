import { asText, type JsonObject } from '#runtime/kernel/json.ts'

/** A field of the printed screen, or a column of one of its detail tables. */
export interface PrintableField {
  key: string
  title: string
  /** The key of the detail table whose column it is. */
  detail?: string
  /** Of a detail table: the keys of its columns. */
  columns?: readonly string[]
  isPicture: boolean
}

/** What the designer reads of the printed screen. */
export interface PrintableScreen {
  fields: readonly PrintableField[]
  hasFlow: boolean
}

/** A print block in its designer. A written block may be broken anywhere. */
export interface PrintDesign {
  title: string
  /** The icon of the palette. */
  icon: string
  /** The properties of a new block besides its type. */
  starter(screen: PrintableScreen): JsonObject
  /** Why a screen has nothing to print in such a block; undefined where it has. */
  lack?(screen: PrintableScreen): string | undefined
  /** The block with a further field; undefined where it has no place for it. */
  take?(block: JsonObject, field: PrintableField): JsonObject | undefined
  /** The fields that a setting of the block may name, by its key; undefined for other settings. */
  offer?(
    block: JsonObject,
    key: string,
    fields: readonly PrintableField[],
  ): readonly PrintableField[] | undefined
  /** The setting with placeholders, and its title. */
  text?: { key: string; title: string }
  /** The setting that contains the path of an uploaded picture. */
  upload?: string
}

const MAX_FIELDS = 4

/** Whether a value of the head is printed as text. */
export const isPlain = ({ detail, columns, isPicture }: PrintableField): boolean =>
  detail === undefined && columns === undefined && !isPicture

const listKeys = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const withKey = (value: unknown, key: string): string[] => [...new Set([...listKeys(value), key])]
const firstPlaceholder = ({ fields }: PrintableScreen): string => `{${fields.find(isPlain)?.key ?? 'id'}}`

/** A code has the value of one field. */
const takeAsCode = (block: JsonObject, field: PrintableField): JsonObject | undefined =>
  isPlain(field) ? { ...block, text: `{${field.key}}` } : undefined

const FIRST_TEXT = '文字'
const textSetting = { key: 'text', title: '文字' }

export const printDesigns = {
  title: { title: '抬头', icon: 'profile', starter: ({ hasFlow }) => (hasFlow ? { stamp: true } : {}) },
  text: {
    title: '文字',
    icon: 'edit',
    starter: () => ({ text: FIRST_TEXT }),
    take(block, field) {
      if (!isPlain(field)) return undefined
      const text = asText(block.text) ?? ''
      const isEmpty = text === '' || text === FIRST_TEXT
      return { ...block, text: `${isEmpty ? '' : `${text}　`}${field.title}：{${field.key}}` }
    },
    text: textSetting,
  },
  fields: {
    title: '字段',
    icon: 'form',
    starter: ({ fields }) => ({
      columnCount: 2,
      fields: fields
        .filter(isPlain)
        .slice(0, MAX_FIELDS)
        .map(({ key }) => key),
    }),
    take: (block, field) =>
      isPlain(field) ? { ...block, fields: withKey(block.fields, field.key) } : undefined,
    offer: (_, key, fields) => (key === 'fields' ? fields.filter(isPlain) : undefined),
  },
  table: {
    title: '明细表',
    icon: 'table',
    starter({ fields }) {
      const detail = fields.find(({ columns }) => columns !== undefined)
      return detail ? { detail: detail.key, columns: [...(detail.columns ?? [])] } : {}
    },
    lack: ({ fields }) =>
      fields.some(({ columns }) => columns !== undefined) ? undefined : '这个界面没有明细表',
    take({ totals, ...block }, { key, detail, columns, isPicture }) {
      if (columns) return { ...block, detail: key, columns: [...columns] }
      if (detail === undefined || detail !== block.detail || isPicture) return undefined
      return { ...block, columns: withKey(block.columns, key), ...(totals !== undefined && { totals }) }
    },
    offer(block, key, fields) {
      if (key === 'detail') return fields.filter(({ columns }) => columns !== undefined)
      return key === 'columns' || key === 'totals'
        ? fields.filter(({ detail, isPicture }) => detail === block.detail && !isPicture)
        : undefined
    },
    text: { key: 'note', title: '表底文字' },
  },
  moves: {
    title: '审批记录',
    icon: 'audit',
    starter: () => ({}),
    lack: ({ hasFlow }) => (hasFlow ? undefined : '这个界面没有审批'),
  },
  signatures: {
    title: '签字',
    icon: 'solution',
    starter: () => ({ names: ['制单 {createBy}', '审核'] }),
    take: (block, field) =>
      isPlain(field) ? { ...block, names: withKey(block.names, `${field.title} {${field.key}}`) } : undefined,
  },
  barcode: {
    title: '条码',
    icon: 'barcode',
    starter: (screen) => ({ text: firstPlaceholder(screen) }),
    take: takeAsCode,
    text: textSetting,
  },
  qr: {
    title: '二维码',
    icon: 'scan',
    starter: (screen) => ({ text: firstPlaceholder(screen) }),
    take: takeAsCode,
    text: textSetting,
  },
  picture: {
    title: '图片',
    icon: 'picture',
    starter({ fields }) {
      const picture = fields.find(({ isPicture, detail }) => isPicture && detail === undefined)
      return picture ? { field: picture.key } : {}
    },
    take({ file: _, ...block }, { key, detail, isPicture }) {
      return isPicture && detail === undefined ? { ...block, field: key } : undefined
    },
    offer: (_, key, fields) =>
      key === 'field'
        ? fields.filter(({ isPicture, detail }) => isPicture && detail === undefined)
        : undefined,
    upload: 'file',
  },
  pageBreak: { title: '换页', icon: 'block', starter: () => ({}) },
} satisfies Readonly<Record<string, PrintDesign>>

/** The design of a written block; undefined for an unknown type. */
export const findPrintDesign = ({ type }: JsonObject): PrintDesign | undefined =>
  Object.hasOwn(printDesigns, String(type))
    ? (printDesigns as Readonly<Record<string, PrintDesign>>)[String(type)]
    : undefined

/** The block that the palette adds. */
export const newPrintBlock = (type: string, screen: PrintableScreen): JsonObject => ({
  type,
  ...findPrintDesign({ type })?.starter(screen),
})

/** The block that a field begins where it is dropped between blocks. */
export function blockWithField(field: PrintableField): JsonObject | undefined {
  for (const [type, design] of Object.entries(printDesigns) as [string, PrintDesign][]) {
    if (type === 'text' || !design.take) continue
    const { detail } = field
    const taken = design.take(detail === undefined ? { type } : { type, detail }, field)
    if (taken) return taken
  }
  return undefined
}

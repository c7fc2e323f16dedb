import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { readFlag, readRowText } from '../../../reports/row-values.ts'
import { systemColumns } from '../../design/interface.ts'
import type { Configuration } from './settings/configuration.ts'

/** Words that the server decides, and the order of rows, which is relative. */
const ofServer: ReadonlySet<string> = new Set([
  ...['id', 'cgformHeadId', 'createBy', 'createTime', 'updateBy', 'updateTime', 'sysOrgCode', 'delFlag'],
  ...[
    'tableVersion',
    'tableType',
    'isDbSynch',
    'copyVersion',
    'copyType',
    'physicId',
    'hascopy',
    'subTableStr',
  ],
  ...['dbFieldNameOld', 'orderNum', 'tabOrderNum'],
])

/** A value as a text in which flags of all spellings are equal. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value).trim().toLowerCase()
  return { true: '1', y: '1', false: '0', n: '0' }[text] ?? text
}

const isNothing = (text: string): boolean => ['', '0', '[]', '{}'].includes(text)

/** Characters of the longest text that is read as JSON. */
const MAX_JSON = 10_000

function innerWords(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_JSON) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Words that an answer lists at most. */
export const MAX_UNSUPPORTED = 200
/** Levels of objects whose words are named one by one; deeper ones are compared as a whole. */
const MAX_LEVELS = 4

/** The names of the words of an object that another one does not have. */
function leftIn(sent: JsonObject, result: JsonObject, level = 1): string[] {
  return Object.entries(sent).flatMap(([word, value]) => {
    if (ofServer.has(word) || word.endsWith('_dictText')) return []
    const [inner, resultInner] = [innerWords(value), innerWords(result[word])]
    if (isJsonObject(inner) && level < MAX_LEVELS)
      return leftIn(inner, isJsonObject(resultInner) ? resultInner : {}, level + 1).map(
        (name) => `${word}.${name}`,
      )
    const [now, then] = [plain(inner), plain(resultInner)]
    return now === then || now === '' || (isNothing(now) && isNothing(then)) ? [] : [word]
  })
}

const numberTypes: ReadonlySet<string> = new Set(['int', 'long', 'double', 'bigdecimal'])
const exactTypes: ReadonlySet<string> = new Set([...numberTypes, 'date', 'datetime'])
const sameTypes: Readonly<Record<string, string>> = { double: 'bigdecimal' }

/** The row of a field without the words that mean nothing in it. */
function meaningful(row: JsonObject, result: JsonObject): JsonObject {
  const [sentType, resultType] = [plain(row.dbType), plain(result.dbType)]
  const isQueried = readFlag(row, 'isQuery') || readFlag(row, 'queryConfigFlag')
  const means = (word: string, value: unknown): boolean => {
    if (word === 'isQuery') return !readFlag(row, 'queryConfigFlag')
    if (word === 'queryMode') return isQueried
    if (word.startsWith('query')) return readFlag(row, 'queryConfigFlag')
    // A column is as wide as its type needs, where the type has no length.
    if (word === 'dbLength') return plain(value) !== '0' && plain(result[word]) !== '0'
    if (word === 'dbPointLength') return plain(value) !== '0' && resultType === 'bigdecimal'
    if (word === 'fieldLength') return plain(value) !== '0'
    if (word === 'dbType') return exactTypes.has(sentType) && (sameTypes[sentType] ?? sentType) !== resultType
    return word !== 'dbIsNull' || plain(value) === '0'
  }
  return Object.fromEntries(Object.entries(row).filter(([word, value]) => means(word, value)))
}

/** The columns of every table are shown and queried by their document alone. */
const switches = ['isShowForm', 'isShowList', 'isQuery']

function leftInField(row: JsonObject, result: ReadonlyMap<unknown, JsonObject>): string[] {
  const column = readRowText(row, 'dbFieldName').toLowerCase()
  const found = result.get(column)
  if (found) return leftIn(meaningful(row, found), found).map((word) => `${column}.${word}`)
  return systemColumns.has(column)
    ? switches.filter((word) => readFlag(row, word)).map((word) => `${column}.${word}`)
    : []
}

/**
 * The words of a form as its client sent it that the saved form does not have, such as `head.scroll` or
 * `visit_day.fieldExtendJson.picker`: no document has a word for them, or they contradict others. At most MAX_UNSUPPORTED.
 */
export function unsupportedSettings(sent: Configuration, result: Configuration): string[] {
  const rows = new Map(result.fields.map((row) => [row.dbFieldName, row]))
  const indexes = sent.indexs.flatMap((row) => {
    const columns = readRowText(row, 'indexField').toLowerCase()
    const found = result.indexs.find(({ indexField }) => indexField === columns)
    return found ? leftIn(row, found).map((word) => `${columns}.${word}`) : []
  })
  return [
    ...leftIn(sent.head, result.head).map((word) => `head.${word}`),
    ...sent.fields.flatMap((row) => leftInField(row, rows)),
    ...indexes,
  ].slice(0, MAX_UNSUPPORTED)
}

import { errorText } from '#runtime/kernel/errors.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import { parsed, refused } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FieldValue } from '#runtime/schema/field-value.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import type { FieldOf } from '#runtime/schema/types.ts'
import { textFromWire, wrongShape } from '../text/text-value.ts'

/** A stored file of a record whose document uses file objects. */
export interface StoredFile {
  fileName: string
  filePath: string
  fileSize: number
}

/** Comma-joined paths, or file objects. */
export type FilesV = string | StoredFile[]

export const splitPaths = (value: string | null): string[] =>
  (value ?? '').split(',').flatMap((path) => path.trim() || [])

export const isAbsolute = (path: string): boolean => /^https?:\/\//i.test(path)

const host = '/jeecg-boot'

/**
 * The read address of a stored file: an http address as it is, a file in MongoDB by its id and the token, and any
 * other path below the static folder.
 */
export function fileUrl(path: string, { fileType }: FileSettings = {}, token: string | null = null): string {
  if (isAbsolute(path)) return path
  if (fileType === 'mongodb')
    return `${host}/system/sysFile/opendownload?${new URLSearchParams({ id: path, token: token ?? '' })}`
  return `${host}${storedAddress(path)}`
}

/** The address of a stored file for requests of the application. */
export const storedAddress = (path: string): string =>
  `/sys/common/static/${path.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')}`

/** The address of the small picture of a stored one; any other address as it is. */
export const thumbnailUrl = (url: string): string =>
  url.replace(
    /^(\/jeecg-boot\/sys\/common\/)static(\/[a-z0-9]+\/[0-9a-f]{32}\.(?:png|jpe?g|gif|webp|tiff?))$/,
    '$1thumbnail$2',
  )

export const fileName = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1) || errorText('UNKNOWN_FILE')

/** Cells cut names after five characters, as the specification demands. */
export const shortName = (name: string): string => {
  const letters = [...name]
  return letters.length > 5 ? `${letters.slice(0, 5).join('')}…` : name
}

const isPath = (path: string): boolean =>
  path.length <= 500 &&
  !path.includes('\u0000') &&
  !path.split('/').includes('..') &&
  (isAbsolute(path) || /^[^\\:*?"<>|]+$/.test(path))

/** Has a folder or an extension: a text or number pasted from a spreadsheet is no file. */
const isNamed = (path: string): boolean => /\/|\.[a-z]\w*$/i.test(path)

function readFile(raw: unknown): StoredFile | null {
  if (typeof raw === 'string') return { fileName: fileName(raw), filePath: raw, fileSize: 0 }
  if (typeof raw !== 'object' || raw === null) return null
  const { fileName: name, filePath: path, fileSize: size } = raw as Record<string, unknown>
  if (typeof path !== 'string' || path === '') return null
  return {
    fileName: typeof name === 'string' && name !== '' ? name : fileName(path),
    filePath: path,
    fileSize: typeof size === 'number' && size >= 0 && Number.isFinite(size) ? size : 0,
  }
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Null for a value that is no list of files in either format. */
function readFiles(raw: unknown): StoredFile[] | null {
  const text = textFromWire(raw)
  const list =
    text === null ? raw : text.startsWith('[') ? (parseList(text) ?? splitPaths(text)) : splitPaths(text)
  if (!Array.isArray(list)) return null
  const files = list.map(readFile)
  return files.every((file) => file !== null) ? files : null
}

/** The files of a value in either format. */
export const filesIn = (value: FilesV | null): StoredFile[] => readFiles(value) ?? []

/** The value of files in the format of the document. */
export function filesValue(files: readonly StoredFile[], field: FileSettings): FilesV | null {
  if (files.length === 0) return null
  return field.returnUrl === false ? [...files] : files.map(({ filePath }) => filePath).join(',')
}

/** The value half of types that hold uploaded files. Values in the other format (of an older document) are read too. */
export function pathsValue(
  type: string,
  over: Partial<FieldValue<FilesV, FileSettings>> = {},
): FieldValue<FilesV, FileSettings> {
  const read = (raw: unknown, field: FileSettings): FilesV | null => filesValue(readFiles(raw) ?? [], field)
  return {
    type,
    empty: null,
    dataType: 'file',
    fromWire: read,
    toWire: (value) => value,
    toText(value, _field, _lookup, look) {
      if (value === null || typeof value === 'string') return value ?? ''
      return look === 'cell' ? value.map((file) => file.fileName).join(',') : JSON.stringify(value)
    },
    fromText: (text, field) =>
      field.fileType === 'mongodb' || filesIn(text).every((file) => isNamed(file.filePath))
        ? parsed(read(text, field))
        : refused(`不是已上传的文件：${text.slice(0, 40)}`),
    check(raw, field: FieldOf<FileSettings>) {
      if (isBlank(raw)) return null
      const files = readFiles(raw)
      if (files === null) return wrongShape(field)
      const wrong = files.find((file) => !isPath(file.filePath))
      if (wrong !== undefined)
        return { code: 'path', text: `${getTitle(field)}的文件路径不正确：${wrong.filePath.slice(0, 40)}` }
      if (files.some((file) => file.fileName.length > 300 || file.fileName.includes('\u0000')))
        return { code: 'path', text: `${getTitle(field)}的文件名不正确` }
      if (field.number !== undefined && files.length > field.number)
        return { code: 'number', text: `${getTitle(field)}最多 ${field.number} 个文件` }
      return null
    },
    column: (field) => ({ type: field.returnUrl === false ? 'jsonb' : 'text' }),
    query: null,
    filePaths: (value) => filesIn(value).map(({ filePath }) => filePath),
    ...over,
  }
}

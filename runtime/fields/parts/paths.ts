import { parsed } from '../../kernel/problem.ts'
import { titleOf } from '../../schema/derive.ts'
import type { FieldValue } from '../../schema/field-value.ts'
import type { FieldOf } from '../../schema/types.ts'
import { isNothing, textFromWire, wrongShape } from './text-value.ts'

export interface FileSettings {
  /** Only the latest so many are kept. */
  number?: number
  action?: string
  biz?: string
  /** Send the session token; by default only to our own upload address. */
  token?: boolean
  /** Where the answer holds the stored path. */
  responseName?: string
}

export const splitPaths = (value: string | null): string[] =>
  (value ?? '').split(',').flatMap((path) => path.trim() || [])

export const isAbsolute = (path: string): boolean => /^https?:\/\//i.test(path)

const staticRoot = '/jeecg-boot/sys/common/static/'

/** Where a stored file is read. Anything but an http address is a path below the static folder, whatever it looks like. */
export const fileUrl = (path: string): string =>
  isAbsolute(path) ? path : staticRoot + path.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')

export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1) || path

const isPath = (path: string): boolean =>
  path.length <= 500 && !path.split('/').includes('..') && (isAbsolute(path) || /^[^\\:*?"<>|]+$/.test(path))

/** The value half of the types that hold uploaded files as comma-joined paths. */
export function pathsValue(
  type: string,
  over: Partial<FieldValue<string, FileSettings>> = {},
): FieldValue<string, FileSettings> {
  const read = (raw: unknown): string | null => splitPaths(textFromWire(raw)).join(',') || null
  return {
    type,
    empty: null,
    fromWire: read,
    toWire: (value) => value,
    toText: (value) => value ?? '',
    fromText: (text) => parsed(read(text)),
    check(raw, field: FieldOf<FileSettings>) {
      if (isNothing(raw)) return null
      const text = textFromWire(raw)
      if (text === null) return wrongShape(field)
      const paths = splitPaths(text)
      const wrong = paths.find((path) => !isPath(path))
      if (wrong !== undefined)
        return { code: 'path', text: `${titleOf(field)}的文件路径不正确：${wrong.slice(0, 40)}` }
      if (field.number !== undefined && paths.length > field.number)
        return { code: 'number', text: `${titleOf(field)}最多 ${field.number} 个文件` }
      return null
    },
    column: () => ({ type: 'text' }),
    query: null,
    ...over,
  }
}

import { pointer } from '#runtime/kernel/problem.ts'
import type { DocumentProblem } from '../names/problem-codes.ts'
import { findPosition, jsonFault } from './json-fault.ts'

export type ParsedDocument = { json: unknown } | { problem: DocumentProblem }

const broken = (text: string): ParsedDocument => ({ problem: { path: '', code: 'BROKEN_JSON', text } })

/** Parses JSON; a syntax error, or a key that an object has twice, becomes one problem that names line and column. */
export function parseJson(text: string): ParsedDocument {
  const body = text.replace(/^\uFEFF/, '')
  const fault = jsonFault(body)
  if (!fault) return { json: JSON.parse(body) }
  const { line, column } = findPosition(body, fault.at)
  const place = `第 ${line} 行第 ${column} 列：${fault.text}`
  if (!fault.keys) return broken(place)
  return { problem: { path: pointer(...fault.keys), code: 'DUPLICATE_KEY', text: place } }
}

const remedy = '请在编辑器里另存为 UTF-8 编码'

/** Parses the bytes of a file. Only UTF-8 is read: any other encoding would change the texts. */
export function parseBytes(bytes: Uint8Array): ParsedDocument {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isWide || bytes.subarray(0, 4).includes(0)) return broken(`文件是 UTF-16 编码，${remedy}`)
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const line = lineOfBadByte(bytes)
    return broken(`第 ${line} 行：文件不是 UTF-8 编码（可能是 GBK），${remedy}`)
  }
}

/** The first line that is not UTF-8. A line break is never a part of another character. */
function lineOfBadByte(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(10, start)
    const stop = end < 0 ? bytes.length : end + 1
    try {
      decoder.decode(bytes.subarray(start, stop))
    } catch {
      return line
    }
    start = stop
  }
  return line
}

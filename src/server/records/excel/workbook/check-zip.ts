import { inflateRawSync } from 'node:zlib'
import {
  MAX_ENTRIES,
  MAX_RATIO,
  MAX_SHARED_TEXTS,
  MAX_UNPACKED_BYTES,
  MIN_BOMB_BYTES,
  ReadError,
} from './read-limits.ts'

interface DirectoryEntry {
  name: string
  method: number
  packed: number
  size: number
  offset: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const LESS_THAN = 0x3c
/** The tags of a text that is shared by cells: of its item and of its content. Each run of a formatted text has as many. */
const TAGS_PER_TEXT = 4
const MAX_COMMENT = 0xffff

/** The entries of the central directory, before any entry is unpacked. Throws for a directory that does not fit the file. */
function readDirectory(bytes: Buffer): DirectoryEntry[] {
  let end = bytes.length - END_SIZE
  const first = Math.max(0, end - MAX_COMMENT)
  while (end >= first && bytes.readUInt32LE(end) !== END) end -= 1
  if (end < first) throw new ReadError('damaged')
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new ReadError('size')
  const entries: DirectoryEntry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw new ReadError('damaged')
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place))
    const nameEnd = at + 46 + (nameLength ?? 0)
    entries.push({
      name: bytes.toString('utf8', at + 46, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at = nameEnd + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}

/** The unpacked bytes of an entry, at most `max`; the declared size is not trusted. */
function unpack(bytes: Buffer, { offset, packed, method }: DirectoryEntry, max: number): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw new ReadError('damaged')
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const data = bytes.subarray(start, start + packed)
  if (data.length < packed) throw new ReadError('damaged')
  if (method === 0) return data
  if (method !== 8) throw new ReadError('damaged')
  try {
    return inflateRawSync(data, { maxOutputLength: max })
  } catch (error) {
    const isTooLong = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new ReadError(isTooLong ? 'size' : 'damaged')
  }
}

/** Whether a part lists the texts that cells share; a reader finds it by its content type, whatever its name. */
const hasSharedTexts = (content: Buffer): boolean => content.includes('sst>')

/** Refuses a list of shared texts that would fill the memory of the reader, which makes an object of each. */
function checkSharedTexts(content: Buffer): void {
  let free = (MAX_SHARED_TEXTS + 1) * TAGS_PER_TEXT
  for (let at = content.indexOf(LESS_THAN); at >= 0; at = content.indexOf(LESS_THAN, at + 1)) {
    free -= 1
    if (free < 0) throw new ReadError('texts')
  }
}

/** Refuses an archive that unpacks to too much, that keeps too many texts, or whose XML declares entities. */
export function checkZip(bytes: Buffer): void {
  const entries = readDirectory(bytes)
  const declared = entries.reduce((sum, { size }) => sum + size, 0)
  const isBomb = (size: number) => size > MIN_BOMB_BYTES && size > MAX_RATIO * bytes.length
  if (declared > MAX_UNPACKED_BYTES || isBomb(declared)) throw new ReadError('size')
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) throw new ReadError('type')
  let total = 0
  for (const entry of entries) {
    const content = unpack(bytes, entry, MAX_UNPACKED_BYTES - total + 1)
    total += content.length
    if (total > MAX_UNPACKED_BYTES || isBomb(total)) throw new ReadError('size')
    if (/\.(xml|rels|vml)$/i.test(entry.name) && content.includes('<!DOCTYPE')) throw new ReadError('markup')
    if (hasSharedTexts(content)) checkSharedTexts(content)
  }
}

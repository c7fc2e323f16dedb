import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive; its content is read while the archive is written. */
export interface ZipEntry {
  name: string
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

interface WrittenEntry {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** Names are UTF-8 (bit 11); sizes follow the data of an entry (bit 3), because they are unknown before it. */
const FLAGS = 0x0808
const DEFLATED = 8
const VERSION = 20
/** 1980-01-01, the first day of the format: equal content yields equal archives. */
const DATE = 0x21

const record = (size: number, fill: (buffer: Buffer) => void): Buffer => {
  const buffer = Buffer.alloc(size)
  fill(buffer)
  return buffer
}

const localHeader = (name: Buffer): Buffer =>
  record(30, (buffer) => {
    buffer.writeUInt32LE(0x04034b50, 0)
    buffer.writeUInt16LE(VERSION, 4)
    buffer.writeUInt16LE(FLAGS, 6)
    buffer.writeUInt16LE(DEFLATED, 8)
    buffer.writeUInt16LE(DATE, 12)
    buffer.writeUInt16LE(name.length, 26)
  })

const descriptor = ({ crc, packed, size }: WrittenEntry): Buffer =>
  record(16, (buffer) => {
    buffer.writeUInt32LE(0x08074b50, 0)
    buffer.writeUInt32LE(crc, 4)
    buffer.writeUInt32LE(packed, 8)
    buffer.writeUInt32LE(size, 12)
  })

const directoryHeader = ({ name, crc, packed, size, offset }: WrittenEntry): Buffer =>
  record(46, (buffer) => {
    buffer.writeUInt32LE(0x02014b50, 0)
    buffer.writeUInt16LE(VERSION, 4)
    buffer.writeUInt16LE(VERSION, 6)
    buffer.writeUInt16LE(FLAGS, 8)
    buffer.writeUInt16LE(DEFLATED, 10)
    buffer.writeUInt16LE(DATE, 14)
    buffer.writeUInt32LE(crc, 16)
    buffer.writeUInt32LE(packed, 20)
    buffer.writeUInt32LE(size, 24)
    buffer.writeUInt16LE(name.length, 28)
    buffer.writeUInt32LE(offset, 42)
  })

const endRecord = (count: number, size: number, offset: number): Buffer =>
  record(22, (buffer) => {
    buffer.writeUInt32LE(0x06054b50, 0)
    buffer.writeUInt16LE(count, 8)
    buffer.writeUInt16LE(count, 10)
    buffer.writeUInt32LE(size, 12)
    buffer.writeUInt32LE(offset, 16)
  })

/** Deflates the content of an entry; counts it in `written`. */
async function* deflated(content: ZipEntry['content'], written: WrittenEntry): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      written.crc = crc32(bytes, written.crc)
      written.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  const feeding = pipeline(counted(), deflate)
  // The error also ends the loop below; without this listener it would count as unhandled.
  feeding.catch(() => undefined)
  for await (const chunk of deflate) {
    written.packed += (chunk as Buffer).length
    yield chunk as Buffer
  }
  await feeding
}

/** Writes a zip archive without holding an entry in memory. An archive stays below 4 GB. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: WrittenEntry[] = []
  let offset = 0
  const passed = (buffer: Buffer): Buffer => {
    offset += buffer.length
    return buffer
  }
  for (const entry of entries) {
    const written: WrittenEntry = { name: Buffer.from(entry.name), crc: 0, packed: 0, size: 0, offset }
    directory.push(written)
    yield passed(Buffer.concat([localHeader(written.name), written.name]))
    for await (const chunk of deflated(entry.content, written)) yield passed(chunk)
    yield passed(descriptor(written))
  }
  const start = offset
  for (const written of directory) yield passed(Buffer.concat([directoryHeader(written), written.name]))
  yield endRecord(directory.length, offset - start, start)
}

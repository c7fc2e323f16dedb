import { buffer } from 'node:stream/consumers'
import { storedPath } from '#runtime/kernel/text/stored-path.ts'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import type { FileStore } from '../../platform/files/contract.ts'

/** Bytes of one picture, and of all pictures of a file. */
const MAX_PICTURE_BYTES = 8 * 1024 * 1024
const MAX_ALL_BYTES = 64 * 1024 * 1024

const jpegStart = Buffer.from([0xff, 0xd8, 0xff])
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/** The type of a picture by its first bytes; undefined for other content. */
const findType = (content: Buffer): string | undefined =>
  content.subarray(0, 3).equals(jpegStart)
    ? 'image/jpeg'
    : content.subarray(0, 4).equals(pngStart)
      ? 'image/png'
      : undefined

/** The pictures of printed blocks as data addresses by their paths. Those that are missing, too large or of another type are left out. */
export async function readPictures(
  files: FileStore,
  blocks: readonly PrintedBlock[],
): Promise<Record<string, string>> {
  const paths = new Set(blocks.flatMap((block) => (block.type === 'picture' ? [block.path] : [])))
  const pictures: Record<string, string> = {}
  let total = 0
  for (const path of paths) {
    if (!storedPath.test(path)) continue
    const size = (await files.size(path)) ?? 0
    if (size === 0 || size > MAX_PICTURE_BYTES || total + size > MAX_ALL_BYTES) continue
    const source = await files.read(path)
    if (!source) continue
    const content = await buffer(source)
    const type = findType(content)
    if (type === undefined) continue
    total += size
    pictures[path] = `data:${type};base64,${content.toString('base64')}`
  }
  return pictures
}

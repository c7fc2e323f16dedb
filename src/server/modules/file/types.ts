import { fileTypeFromBuffer } from 'file-type'

/** The allowed types by extension, as detected from the first bytes. Text has no detectable type. */
const byExtension: Record<string, readonly string[]> = {
  png: ['image/png', 'image/apng'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  bmp: ['image/bmp'],
  tif: ['image/tiff'],
  tiff: ['image/tiff'],
  pdf: ['application/pdf'],
  doc: ['application/x-cfb'],
  xls: ['application/x-cfb'],
  ppt: ['application/x-cfb'],
  wps: ['application/x-cfb'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'application/zip'],
  ofd: ['application/zip'],
  zip: ['application/zip'],
  rar: ['application/x-rar-compressed'],
  '7z': ['application/x-7z-compressed'],
  mp3: ['audio/mpeg'],
  wav: ['audio/wav'],
  mp4: ['video/mp4', 'video/x-m4v'],
  txt: [],
  csv: [],
  json: [],
}

/** Types that are shown in the page; all others are downloaded only. */
const inline = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

export const isInline = (type: string): boolean => inline.has(type)

export interface FileKind {
  extension: string
  type: string
}

/** Number of first bytes that type detection needs. */
export const headBytes = 4100

const getExtension = (name: string): string => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Whether a file of this name may be uploaded; its content decides then. */
export const isAllowedName = (name: string): boolean => byExtension[getExtension(name)] !== undefined

/** The kind of a file when its name and its first bytes agree on an allowed one; else null. */
export async function judgeFile(name: string, head: Uint8Array): Promise<FileKind | null> {
  const extension = getExtension(name)
  const allowed = byExtension[extension]
  if (!allowed) return null
  const detected = await fileTypeFromBuffer(head)
  if (allowed.length === 0) {
    const isText = !detected && !head.includes(0)
    return isText ? { extension, type: 'text/plain' } : null
  }
  if (!detected || !allowed.includes(detected.mime)) return null
  return { extension, type: detected.mime === 'image/apng' ? 'image/png' : detected.mime }
}

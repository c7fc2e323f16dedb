import { storedPath } from '#runtime/kernel/text/stored-path.ts'
import { fileUrl, isAbsolute, type StoredFile } from '../files/paths.ts'

/** A file that the viewer shows. */
export interface ViewedFile {
  name: string
  /** Where the browser reads it. */
  url: string
  /** Its path in the store of this server; null for files of other servers. */
  path: string | null
  /** Whether the viewer offers it for download. */
  canDownload: boolean
}

/** How a file is shown; null for one that is only downloaded. */
export type ViewKind = 'picture' | 'pdf' | 'text' | 'table' | 'sound' | 'film' | null

const kinds: Readonly<Record<string, ViewKind>> = {
  png: 'picture',
  jpg: 'picture',
  jpeg: 'picture',
  gif: 'picture',
  webp: 'picture',
  bmp: 'picture',
  pdf: 'pdf',
  txt: 'text',
  csv: 'table',
  xls: 'table',
  xlsx: 'table',
  mp3: 'sound',
  wav: 'sound',
  mp4: 'film',
}

const extensionIn = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Paths of this server have the extension of their content; others are named by people. */
export function viewKind({ name, path }: ViewedFile): ViewKind {
  const kind = kinds[extensionIn(path ?? name)] ?? null
  // Texts and tables are read by the server.
  return path === null && (kind === 'text' || kind === 'table') ? null : kind
}

interface Viewing {
  /** Returns the address of a file. */
  getUrl?: (path: string) => string
  /** Of the field: false hides the download. */
  allowDownload?: boolean
}

/** The files of a value as the viewer shows them. */
export const viewedFiles = (
  files: readonly Pick<StoredFile, 'fileName' | 'filePath'>[],
  { getUrl = fileUrl, allowDownload = true }: Viewing = {},
): ViewedFile[] =>
  files.map(({ fileName: name, filePath }) => ({
    name,
    url: getUrl(filePath),
    path: !isAbsolute(filePath) && storedPath.test(filePath) ? filePath : null,
    canDownload: allowDownload,
  }))

/** The address by which a page shows a file of this server, which must not send it elsewhere. */
export const shownUrl = ({ url, path }: ViewedFile): string => (path === null ? url : `${url}?view=1`)

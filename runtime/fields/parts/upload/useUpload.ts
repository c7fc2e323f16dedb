import type { UploadFile, UploadProps } from 'antd'
import { useRef, useState } from 'react'
import { errorText } from '../../../kernel/errors.ts'
import type { FieldOf } from '../../../schema/types.ts'
import { useRuntime } from '../../context.tsx'
import { noticeOf } from '../errors.ts'
import { type FileSettings, type FilesV, filesIn, filesValue, type StoredFile } from '../paths.ts'
import { isImage, storeFile, unknownFault } from './store-file.ts'
import { useFileUrl } from './use-file-url.ts'

/** A file as it was listed while it went up: paths do not hold its name, and its line stays where it is. */
type Known = Pick<UploadFile<string>, 'uid' | 'name'>

const shownFile = (
  { fileName, filePath, fileSize }: StoredFile,
  url: string,
  isLinked: boolean,
  known: Known = { uid: filePath, name: fileName },
): UploadFile<string> => ({
  uid: known.uid,
  name: known.name,
  size: fileSize,
  status: 'done',
  thumbUrl: url,
  ...(isLinked ? { url } : {}),
  response: filePath,
})

const storedFile = ({ name, size = 0, status, response }: UploadFile<string>): StoredFile[] =>
  status === 'done' && response ? [{ fileName: name, filePath: response, fileSize: size }] : []

interface Options {
  value: FilesV | null
  onChange(value: FilesV | null): void
  field: FieldOf<FileSettings>
  imagesOnly?: boolean
  /** Cells say so to the server, and name no folder of their own. */
  inCell?: boolean
  /** The picture that goes up in its place, cut to size; null gives it up. */
  prepare?(file: File): Promise<File | null>
  /** How antd's Upload says that a refused file is not even listed. */
  ignore: string
}

/**
 * The files of a field: those stored, and those on their way. Nothing is emitted while one is under way; a failed one
 * stays in sight with its name until it is removed, and counts for nothing.
 */
export function useUpload({ value, onChange, field, imagesOnly, inCell, prepare, ignore }: Options) {
  const { http, notify } = useRuntime()
  const [pending, setPending] = useState<UploadFile<string>[] | null>(null)
  const uploaded = useRef(new Map<string, Known>())
  const [fault, setFault] = useState<string | null>(null)
  const { number: limit = 0 } = field
  const stored = filesIn(value)

  const emit = (files: readonly StoredFile[]) => {
    const next = filesValue(files, field)
    if (JSON.stringify(next) !== JSON.stringify(filesValue(stored, field))) onChange(next)
  }

  /** A form names the file that failed; a cell says why, of a picture in a dialog. */
  const tell = ({ name, error }: UploadFile<string>) => {
    const why = noticeOf(error ?? unknownFault()) ?? errorText('UNKNOWN_ERROR')
    if (!inCell) notify('error', errorText('UPLOAD_FAILED', { name }))
    else if (imagesOnly) setFault(why)
    else notify('error', why)
  }

  const change: UploadProps<string>['onChange'] = ({ file, fileList }) => {
    if (file.status === 'error') tell(file)
    const known = fileList.filter(({ uid, status }) => !(uid === file.uid && status === 'removed'))
    if (file.response) uploaded.current.set(file.response, { uid: file.uid, name: file.name })
    const kept = limit > 0 ? known.slice(-limit) : known
    if (kept.some(({ status }) => status === 'uploading')) return setPending(kept)
    setPending(kept.some(({ status }) => status === 'error') ? kept : null)
    emit(kept.flatMap(storedFile))
  }

  const send: UploadProps['customRequest'] = ({ file, onProgress, onSuccess, onError }) => {
    storeFile(http, file, field, { inCell, onProgress: (percent) => onProgress?.({ percent }) }).then(
      (path) => onSuccess?.(path),
      (error: unknown) => onError?.(error instanceof Error ? error : unknownFault()),
    )
  }

  const accept: UploadProps['beforeUpload'] = async (file) => {
    if (imagesOnly && !isImage(file)) {
      notify('warning', errorText('NOT_AN_IMAGE'))
      return ignore
    }
    return prepare ? ((await prepare(file)) ?? ignore) : file
  }

  /** One place to the left (-1) or right (1), while nothing is under way. */
  const move = (path: string, by: -1 | 1) => {
    const at = stored.findIndex((file) => file.filePath === path)
    const [file, other] = [stored[at], stored[at + by]]
    if (!file || !other) return notify('warning', errorText(by < 0 ? 'IMAGE_FIRST' : 'IMAGE_LAST'))
    const next = [...stored]
    next[at] = other
    next[at + by] = file
    emit(next)
  }
  const urlOf = useFileUrl(field)
  const isLinked = field.allowDownload !== false
  const shown = (file: StoredFile) =>
    shownFile(file, urlOf(file.filePath), isLinked, uploaded.current.get(file.filePath))
  return {
    files: pending ?? stored.map(shown),
    /** Why the last picture of a cell failed, until it was read. */
    fault,
    forget: () => setFault(null),
    change,
    send,
    accept,
    move,
  }
}

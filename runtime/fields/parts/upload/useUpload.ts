import type { UploadFile, UploadProps } from 'antd'
import { useState } from 'react'
import type { Answer } from '../../../data/http.ts'
import type { FieldOf } from '../../../schema/types.ts'
import { useRuntime } from '../../context.tsx'
import { type FileSettings, type FilesV, filesIn, filesValue, fileUrl, type StoredFile } from '../paths.ts'

const ownAction = '/sys/common/upload'

/** The stored path: the answer's message, or the field of its result that the document names. */
export function storedPath(answer: Answer<unknown>, responseName = 'message'): string | null {
  if (responseName === 'message') return answer.message || null
  const { result } = answer
  const path =
    typeof result === 'object' && result !== null ? (result as Record<string, unknown>)[responseName] : result
  return typeof path === 'string' && path !== '' ? path : null
}

const shownFile = ({ fileName, filePath, fileSize }: StoredFile, isLinked: boolean): UploadFile<string> => ({
  uid: filePath,
  name: fileName,
  size: fileSize,
  status: 'done',
  thumbUrl: fileUrl(filePath),
  ...(isLinked ? { url: fileUrl(filePath) } : {}),
  response: filePath,
})

const storedFile = ({ name, size = 0, status, response }: UploadFile<string>): StoredFile[] =>
  status === 'done' && response ? [{ fileName: name, filePath: response, fileSize: size }] : []

const isImage = (file: { type?: string }): boolean => file.type?.includes('image') === true

interface Options {
  value: FilesV | null
  onChange(value: FilesV | null): void
  field: FieldOf<FileSettings>
  imagesOnly?: boolean
  /** Cells say so to the server, and name no folder of their own. */
  inCell?: boolean
  /** How antd's Upload says that a refused file is not even listed. */
  ignore: string
}

/**
 * The files of a field: those stored, and those on their way. Nothing is emitted while one is under way; a failed one
 * stays in sight with its name until it is removed, and counts for nothing.
 */
export function useUpload({ value, onChange, field, imagesOnly, inCell, ignore }: Options) {
  const { http, notify } = useRuntime()
  const [pending, setPending] = useState<UploadFile<string>[] | null>(null)
  const { number: limit = 0, action = ownAction, biz, responseName } = field
  const token = field.token ?? action === ownAction

  const stored = filesIn(value)

  const emit = (files: readonly StoredFile[]) => {
    const next = filesValue(files, field)
    if (JSON.stringify(next) !== JSON.stringify(filesValue(stored, field))) onChange(next)
  }

  const change: UploadProps<string>['onChange'] = ({ file, fileList }) => {
    if (file.status === 'error') notify('error', `${file.name} 上传失败.`)
    const known = fileList.filter(({ uid, status }) => !(uid === file.uid && status === 'removed'))
    const kept = limit > 0 ? known.slice(-limit) : known
    if (kept.some(({ status }) => status === 'uploading')) return setPending(kept)
    setPending(kept.some(({ status }) => status === 'error') ? kept : null)
    emit(kept.flatMap(storedFile))
  }

  const send: UploadProps['customRequest'] = ({ file, onProgress, onSuccess, onError }) => {
    const form = new FormData()
    form.append('file', file)
    if (inCell) form.append('isup', '1')
    if (!inCell || biz !== undefined) form.append('biz', biz ?? 'temp')
    http.upload<unknown>(action, form, { token, onProgress: (percent) => onProgress?.({ percent }) }).then(
      (answer) => {
        const path = storedPath(answer, responseName)
        if (path === null) onError?.(new Error('未知错误'))
        else onSuccess?.(path)
      },
      (error: unknown) => onError?.(error instanceof Error ? error : new Error('未知错误')),
    )
  }

  const accept: UploadProps['beforeUpload'] = (file) => {
    if (!imagesOnly || isImage(file)) return true
    notify('warning', '请上传图片')
    return ignore
  }

  /** One place to the left (-1) or right (1), while nothing is under way. */
  const move = (path: string, by: -1 | 1) => {
    const at = stored.findIndex((file) => file.filePath === path)
    const [file, other] = [stored[at], stored[at + by]]
    if (!file || !other) return notify('warning', by < 0 ? '未知的操作' : '已到最后~')
    const next = [...stored]
    next[at] = other
    next[at + by] = file
    emit(next)
  }
  const isLinked = field.allowDownload !== false
  return { files: pending ?? stored.map((file) => shownFile(file, isLinked)), change, send, accept, move }
}

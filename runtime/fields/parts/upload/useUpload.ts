import type { UploadFile, UploadProps } from 'antd'
import { useState } from 'react'
import type { Answer } from '../../../data/http.ts'
import type { FieldOf } from '../../../schema/types.ts'
import { useRuntime } from '../../context.tsx'
import { type FileSettings, fileName, fileUrl, splitPaths } from '../paths.ts'

const ownAction = '/sys/common/upload'

/** The stored path: the answer's message, or the field of its result that the document names. */
export function storedPath(answer: Answer<unknown>, responseName = 'message'): string | null {
  if (responseName === 'message') return answer.message || null
  const { result } = answer
  const path =
    typeof result === 'object' && result !== null ? (result as Record<string, unknown>)[responseName] : result
  return typeof path === 'string' && path !== '' ? path : null
}

export const filesOf = (value: string | null): UploadFile<string>[] =>
  splitPaths(value).map((path) => ({
    uid: path,
    name: fileName(path),
    status: 'done',
    url: fileUrl(path),
    response: path,
  }))

const isImage = (file: { type?: string }): boolean => file.type?.includes('image') === true

interface Options {
  value: string | null
  onChange(value: string | null): void
  field: FieldOf<FileSettings>
  imagesOnly?: boolean
  /** How antd's Upload says that a refused file is not even listed. */
  ignore: string
}

/**
 * The files of a field: those stored, and those on their way. Nothing is emitted while one is under way; a failed one
 * stays in sight with its name until it is removed, and counts for nothing.
 */
export function useUpload({ value, onChange, field, imagesOnly, ignore }: Options) {
  const { http, notify } = useRuntime()
  const [pending, setPending] = useState<UploadFile<string>[] | null>(null)
  const { number: limit = 0, action = ownAction, biz = 'temp', responseName } = field
  const token = field.token ?? action === ownAction

  const change: UploadProps<string>['onChange'] = ({ file, fileList }) => {
    if (file.status === 'error') notify('error', `${file.name} 上传失败.`)
    const known = fileList.filter(({ uid, status }) => !(uid === file.uid && status === 'removed'))
    const kept = limit > 0 ? known.slice(-limit) : known
    if (kept.some(({ status }) => status === 'uploading')) return setPending(kept)
    setPending(kept.some(({ status }) => status === 'error') ? kept : null)
    const paths = kept.flatMap(({ status, response }) => (status === 'done' && response ? response : []))
    const joined = paths.join(',') || null
    if (joined !== value) onChange(joined)
  }

  const send: UploadProps['customRequest'] = ({ file, onProgress, onSuccess, onError }) => {
    const form = new FormData()
    form.append('file', file)
    form.append('biz', biz)
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
  return { files: pending ?? filesOf(value), change, send, accept }
}

import type { UploadFile } from 'antd'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import { randomName } from '#runtime/kernel/random.ts'
import type { ValueBinding } from '#runtime/record/changes/pending-values.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { useServices } from '#runtime/services/services.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { useValueBinding } from '../../contract/model-context.tsx'
import { type FilesV, filesIn, filesValue, type StoredFile, thumbnailUrl } from '../kit/files/paths.ts'
import { isImage, storeFile } from '../kit/files/store-file.ts'
import { useFileUrl } from '../kit/files/useFileUrl.ts'
import { useOwnBinding } from '../kit/useOwnBinding.ts'
import { FileQueue, type QueueView } from './file-queue.ts'

/** The list entry of a file during its upload: paths do not contain its name, and its position in the list stays. */
type ListedName = Pick<UploadFile<string>, 'uid' | 'name'>

const shownFile = (
  { fileName, filePath, fileSize }: StoredFile,
  url: string,
  isLinked: boolean,
  listed: ListedName = { uid: filePath, name: fileName },
): UploadFile<string> => ({
  uid: listed.uid,
  name: listed.name,
  size: fileSize,
  status: 'done',
  thumbUrl: thumbnailUrl(url),
  ...(isLinked ? { url } : {}),
  response: filePath,
})

interface Options
  extends Pick<ControlProps<FilesV, FileSettings>, 'value' | 'onChange' | 'field' | 'values' | 'patch'> {
  imagesOnly?: boolean
  /** Cells send this to the server, and no folder. */
  inCell?: boolean
  /** Returns the picture to upload instead, cropped; null cancels. */
  prepare?(file: File): Promise<File | null>
  /** The value by which the Upload of antd leaves a refused file out of the list. */
  ignore: string
}

const queueIn = (binding: ValueBinding): FileQueue | undefined => {
  const pending = binding.pending()
  return pending instanceof FileQueue ? pending : undefined
}

/**
 * The files of a field: stored files and uploads. Nothing is emitted while a listed file is unfinished or failed;
 * until then the pending value belongs to the record, which cannot be saved, and outlives this control.
 */
export function useUpload(options: Options) {
  const { value, onChange, field, values, imagesOnly, inCell, prepare, ignore } = options
  const { http, notify } = useServices()
  const localBinding = useOwnBinding(value, onChange)
  const enclosing = useValueBinding(field.key, values)
  const binding = enclosing?.binding ?? localBinding
  useSyncExternalStore(binding.subscribe, () => queueIn(binding)?.added)
  const queue = queueIn(binding)
  const uploaded = useRef(new Map<string, ListedName>())
  const [fault, setFault] = useState<string | null>(null)
  const view = useQueueView(queue, options, uploaded.current)

  /**
   * A form names the failed file; a closed cell names it and the reason; an open cell shows the reason, for a picture in
   * a dialog.
   */
  const reportFailure = (name: string, error: unknown, isOpen: boolean) => {
    const why = noticeText(error) ?? errorText('UNKNOWN_ERROR')
    const failed = errorText('UPLOAD_FAILED', { name })
    if (!inCell) notify('error', failed)
    else if (!isOpen) notify('error', `${failed} ${why}`)
    else if (imagesOnly) setFault(why)
    else notify('error', why)
  }
  const createQueue = (): FileQueue => {
    const queue: FileQueue = new FileQueue(binding, {
      field,
      send: (file, way) => storeFile(http, file, field, { inCell, ...way }),
      reportFailure: (name, error) => reportFailure(name, error, queue.view === view),
    })
    queue.view = view
    return queue
  }

  const add = async (file: File): Promise<void> => {
    if (imagesOnly && !isImage(file)) return notify('warning', errorText('NOT_AN_IMAGE'))
    const prepared = prepare ? await prepare(file) : file
    if (!prepared) return
    // A detail table in form layout has no row before its first value.
    if (enclosing?.exists() === false) options.patch({})
    const going = queueIn(binding) ?? createQueue()
    going.add(prepared, randomName())
  }

  /** Moves one position to the left (-1) or right (1), while no upload is in progress. */
  const move = (path: string, by: -1 | 1) => {
    const stored = filesIn(value)
    const at = stored.findIndex((file) => file.filePath === path)
    const [file, other] = [stored[at], stored[at + by]]
    if (!file || !other) return notify('warning', errorText(by < 0 ? 'IMAGE_FIRST' : 'IMAGE_LAST'))
    const next = [...stored]
    next[at] = other
    next[at + by] = file
    onChange(filesValue(next, field))
  }

  const getUrl = useFileUrl(field)
  const isLinked = field.allowDownload !== false
  const buildEntry = (file: StoredFile, listed = uploaded.current.get(file.filePath)) =>
    shownFile(file, getUrl(file.filePath), isLinked, listed)
  return {
    files: queue
      ? queue.list.map(({ stored, added }) => (stored ? buildEntry(stored) : added))
      : filesIn(value).map((file) => buildEntry(file)),
    /** Reason of the last failed picture in a cell, until it is dismissed. */
    fault,
    forget: () => setFault(null),
    /** antd only draws the files; uploads are controlled here. */
    accept: (file: File) => {
      void add(file)
      return ignore
    },
    retry: (uid: string) => queue?.retry(uid),
    remove: ({ uid, response }: UploadFile<string>) => {
      const going = queueIn(binding) ?? createQueue()
      going.remove(uid, response)
      return false
    },
    move: queue ? null : move,
  }
}

/** While this control is mounted, changes of the files are emitted by it. */
function useQueueView(
  queue: FileQueue | undefined,
  options: Options,
  uploaded: Map<string, ListedName>,
): QueueView {
  const latest = useRef(options)
  latest.current = options
  const [view] = useState(
    (): QueueView => ({
      emit(value, added) {
        for (const { uid, name, response } of added) if (response) uploaded.set(response, { uid, name })
        latest.current.onChange(value)
      },
      end: () => latest.current.patch({}),
    }),
  )
  useEffect(() => {
    if (!queue) return
    queue.view = view
    return () => {
      queue.view = null
    }
  }, [queue, view])
  return view
}

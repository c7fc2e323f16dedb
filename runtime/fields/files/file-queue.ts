import type { UploadFile } from 'antd'
import { errorText } from '#runtime/kernel/errors.ts'
import { sameValue } from '#runtime/record/changes/delta.ts'
import type { PendingValue, ValueBinding } from '#runtime/record/changes/pending-values.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { type FilesV, filesIn, filesValue, type StoredFile } from '../kit/files/paths.ts'

/** A file of a field: part of its value, or added since. */
export type Listed =
  | { stored: StoredFile; added?: undefined }
  | { stored?: undefined; added: UploadFile<string> }

export interface QueueSetup {
  field: FileSettings
  send(file: File, upload: { onProgress(percent: number): void; signal: AbortSignal }): Promise<string>
  /** Reports a failed file and its error. */
  reportFailure(name: string, error: unknown): void
}

const isDone = ({ added }: Listed): boolean => !added || added.status === 'done'
const storedFile = ({ stored, added }: Listed): StoredFile =>
  stored ?? { fileName: added.name, filePath: added.response ?? '', fileSize: added.size ?? 0 }

/** The component that currently draws the files: changes of the files are changes of its own, in its undo step. */
export interface QueueView {
  emit(value: FilesV | null, added: readonly UploadFile<string>[]): void
  /** Everything ended without a change. */
  end(): void
}

/**
 * The operations on the files of one value until all are finished: only then the value is emitted, as one change. The
 * queue belongs to the record and continues while nothing draws it. It applies to the current value, so changes of
 * others, or an undo, are not reverted.
 */
export class FileQueue implements PendingValue {
  binding: ValueBinding
  view: QueueView | null = null
  /** Added since, oldest first; a new list with every change. */
  added: readonly UploadFile<string>[] = []
  readonly #removed = new Set<string>()
  readonly #ways = new Map<string, AbortController>()
  readonly #setup: QueueSetup
  #isKept = false

  constructor(binding: ValueBinding, setup: QueueSetup) {
    this.binding = binding
    this.#setup = setup
  }

  get isFailed(): boolean {
    return this.added.some(({ status }) => status === 'error')
  }
  get text(): string {
    return errorText(this.isFailed ? 'UPLOAD_UNDONE' : 'UPLOAD_UNDER_WAY')
  }
  get shortText(): string {
    if (this.isFailed) return '上传失败'
    const percents = this.added.map(({ percent = 0 }) => percent)
    return `${Math.floor(percents.reduce((sum, percent) => sum + percent, 0) / percents.length)}%`
  }

  /** All files in order, the newest last, at most as many as the field allows. */
  get list(): Listed[] {
    const stored = filesIn(this.binding.value() as FilesV | null)
    const { number: limit = 0 } = this.#setup.field
    const all = [
      ...stored
        .filter(({ filePath }) => !this.#removed.has(filePath))
        .map((file): Listed => ({ stored: file })),
      ...this.added.map((file): Listed => ({ added: file })),
    ]
    return limit > 0 ? all.slice(-limit) : all
  }

  add(file: File, uid: string): void {
    const { name, size, type } = file
    // antd draws the thumbnail of an unfinished upload from the file itself.
    const originFileObj = file as UploadFile['originFileObj']
    this.added = [...this.added, { uid, name, size, type, originFileObj }]
    this.#send(uid)
  }

  retry(uid: string): void {
    this.#send(uid)
  }

  remove(uid: string, path: string | undefined): void {
    this.#ways.get(uid)?.abort()
    if (this.added.some((file) => file.uid === uid))
      this.added = this.added.filter((file) => file.uid !== uid)
    else if (path !== undefined) this.#removed.add(path)
    this.#follow()
  }

  #send(uid: string): void {
    const file = this.added.find((entry) => entry.uid === uid)?.originFileObj
    if (!file) return
    const upload = new AbortController()
    this.#ways.set(uid, upload)
    this.#set(uid, { status: 'uploading', percent: 0, error: undefined })
    const onProgress = (percent: number) => this.#set(uid, { percent })
    this.#setup.send(file, { onProgress, signal: upload.signal }).then(
      (path) => this.#set(uid, { status: 'done', percent: 100, response: path }),
      (error: unknown) => {
        if (this.#set(uid, { status: 'error', error })) this.#setup.reportFailure(file.name, error)
      },
    )
  }

  /** Returns whether the file is still needed. */
  #set(uid: string, change: Partial<UploadFile<string>>): boolean {
    if (!this.added.some((file) => file.uid === uid)) return false
    this.added = this.added.map((file) => (file.uid === uid ? { ...file, ...change } : file))
    return this.#follow()
  }

  /** Returns whether the queue is still needed: removing a row removes its files. */
  #follow(): boolean {
    if (this.#isKept && this.binding.pending() !== this) return false
    this.#isKept = true
    const { list } = this
    const listed = list.flatMap(({ added }) => added ?? [])
    for (const file of this.added) if (!listed.includes(file)) this.#ways.get(file.uid)?.abort()
    this.added = listed
    if (list.every(isDone)) this.#settle(list.map(storedFile))
    else this.binding.setPending(this)
    return true
  }

  #settle(files: readonly StoredFile[]): void {
    const { field } = this.#setup
    const next = filesValue(files, field)
    const isSame = sameValue(next, filesValue(filesIn(this.binding.value() as FilesV | null), field))
    if (!isSame && this.view) this.view.emit(next, this.added)
    else if (!isSame) this.binding.set(next)
    this.binding.setPending(null)
    if (isSame) this.view?.end()
  }
}

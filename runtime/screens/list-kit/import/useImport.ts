import { useState } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import type { ImportFault } from '#runtime/record/checks/import-fault.ts'
import type { Values } from '#runtime/record/scope.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage, findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { cellKey, type ImportAnswer, importForm } from './import-answer.ts'
import { type RecentImport, undoAction } from './undo-import.ts'
import { useHeadings } from './useHeadings.ts'

const isWorkbook = ({ name }: File): boolean => /\.xlsx?$/i.test(name)

interface ImportTarget {
  /** The id of the screen. */
  screen: string
  /** The address of the import. */
  url: string
  /** Values that every record gets, by field. */
  foreignKeys?: Values | undefined
  onChanged(): void
  onClose(): void
}

/**
 * State of the import dialog: the files, the faults of the last attempt, and the corrected cells. `onChanged` is called
 * when records changed, also by an undo after the dialog has closed.
 */
export function useImport({ screen, url, foreignKeys, onChanged, onClose }: ImportTarget) {
  const { http, notify } = useServices()
  const [files, setFiles] = useState<readonly File[]>([])
  const [answer, setAnswer] = useState<ImportAnswer | null>(null)
  /** All faults of the attempts so far: a corrected cell stays corrected. */
  const [seen, setSeen] = useState<readonly ImportFault[]>([])
  const [mended, setMended] = useState<ReadonlyMap<string, string>>(new Map())
  /** Texts of the successful import; empty before it. */
  const [notes, setNotes] = useState<readonly string[]>([])
  const [isUploading, setUploading] = useState(false)
  /** The id of the import of the chosen files while it runs. */
  const [running, setRunning] = useState<string | null>(null)
  const headings = useHeadings(url)

  const restart = (next: readonly File[]) => {
    setFiles(next)
    setAnswer(null)
    setSeen([])
    setMended(new Map())
    headings.restart()
  }

  const showFaults = (failed: ImportAnswer) => {
    const keys = new Set(seen.map(cellKey))
    setAnswer(failed)
    setSeen([...seen, ...(failed.faults ?? []).filter((fault) => !keys.has(cellKey(fault)))])
  }

  /** Takes the end of a running import: the faults of the chosen files are corrected as those of a direct answer. */
  const settle = ({ id, state, answer: failed }: RecentImport) => {
    if (id === running) {
      setRunning(null)
      if (state === 'done') restart([])
      else if (failed?.faults) showFaults(failed)
    }
    if (state === 'done') onChanged()
  }

  const upload = async () => {
    setUploading(true)
    try {
      const replaced = await headings.replaced(files)
      if (replaced === null) return
      const form = importForm({ files, faults: seen, mended, headings: replaced, foreignKeys })
      const { result, message } = await http.upload<ImportAnswer>(url, form, { token: true })
      const { faults = [] } = result ?? {}
      if (result?.state === 'running') {
        notify('info', message)
        setAnswer(null)
        return setRunning(result.importId ?? null)
      }
      if (faults.length === 0) {
        const { importId, inserted = 0, updated = 0, notes: texts = [] } = result ?? {}
        if (importId === undefined) notify('success', message)
        else {
          const counts = { id: importId, inserted, updated }
          notify('success', message, undoAction({ http, notify, screen, onUndone: onChanged }, counts))
        }
        if (texts.length > 0) setNotes(texts)
        else onClose()
        return onChanged()
      }
      showFaults(result)
      notify('warning', message)
    } catch (error) {
      const names = files.map(({ name }) => name).join('、')
      const isRefusal = findErrorCode(error) === 'BUSINESS' || findErrorCode(error) === 'BAD_PARAMETER'
      const text = isRefusal
        ? errorText('IMPORT_FAILED', { file: names, message: errorMessage(error) })
        : errorText('IMPORT_UPLOAD_FAILED')
      notify('warning', text)
    } finally {
      setUploading(false)
    }
  }

  return {
    files,
    answer,
    notes,
    isUploading,
    running,
    mended,
    headings,
    upload,
    settle,
    add(file: File) {
      if (isWorkbook(file)) return restart([...files.filter(({ name }) => name !== file.name), file])
      const message = '不是 Excel 文件，只能导入 .xls 和 .xlsx'
      notify('warning', errorText('IMPORT_FAILED', { file: file.name, message }))
    },
    remove: (name: string) => restart(files.filter((file) => file.name !== name)),
    mend: (fault: ImportFault, value: string) => setMended(new Map(mended).set(cellKey(fault), value)),
  }
}

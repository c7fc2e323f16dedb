import { useState } from 'react'
import type { Answer } from '#runtime/data/http.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import type { ImportFault } from '#runtime/record/checks/import-fault.ts'
import type { Values } from '#runtime/record/scope.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage, findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { cellKey, type ImportAnswer, importForm, isGenericImport } from './import-answer.ts'
import { countsText, type RecentImport, undoAction } from './undo-import.ts'
import { useHeadings } from './useHeadings.ts'

const isWorkbook = ({ name }: File): boolean => /\.xlsx?$/i.test(name)

/** What an import does with the rows that have no fault: 将新增 2 条，修改 1 条. */
const formatEffect = ({ inserted = 0, updated = 0, unchanged = 0, skipped = 0 }: ImportAnswer): string => {
  const counts = countsText({ inserted, updated, unchanged, skipped })
  return inserted + updated > 0 ? `将${counts}` : counts
}

const formatFaults = (answer: ImportAnswer): string => {
  const effect = formatEffect(answer)
  const count = answer.faultCount ?? answer.faults?.length
  return `检查出 ${count} 处错误，还没有保存${effect && `；没有错误的行${effect}`}`
}

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
  /** What is under way with the files. */
  const [step, setStep] = useState<'check' | 'upload' | null>(null)
  /** What an import of the files would do, after a check without faults. */
  const [effect, setEffect] = useState('')
  /** The id of the import of the chosen files while it runs. */
  const [running, setRunning] = useState<string | null>(null)
  const headings = useHeadings(url)

  const restart = (next: readonly File[]) => {
    setFiles(next)
    setAnswer(null)
    setEffect('')
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

  /** Sends the files as they are corrected; not while the user has to choose fields for headings. */
  const send = async (next: 'check' | 'upload', take: (answer: Answer<ImportAnswer>) => void) => {
    setStep(next)
    setEffect('')
    try {
      const replaced = await headings.replaced(files)
      if (replaced === null) return
      const content = { files, faults: seen, mended, headings: replaced, foreignKeys }
      const form = importForm({ ...content, isTrial: next === 'check' })
      take(await http.upload<ImportAnswer>(url, form, { token: true }))
    } catch (error) {
      const names = files.map(({ name }) => name).join('、')
      const isRefusal = findErrorCode(error) === 'BUSINESS' || findErrorCode(error) === 'BAD_PARAMETER'
      const text = isRefusal
        ? errorText('IMPORT_FAILED', { file: names, message: errorMessage(error) })
        : errorText('IMPORT_UPLOAD_FAILED')
      notify('warning', text)
    } finally {
      setStep(null)
    }
  }

  const check = () =>
    send('check', ({ result }) => {
      if (result?.faults?.length) return showFaults({ ...result, msg: formatFaults(result) })
      setAnswer(null)
      setEffect(formatEffect(result ?? {}))
    })

  const upload = () =>
    send('upload', ({ result, message }) => {
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
    })

  return {
    files,
    answer,
    notes,
    step,
    effect,
    running,
    mended,
    headings: {
      ...headings,
      choose(header: string, target: string) {
        setEffect('')
        headings.choose(header, target)
      },
    },
    /** Absent where the server may not know a check. */
    check: isGenericImport(url) ? check : undefined,
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

import { useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { errorText } from '#runtime/kernel/errors.ts'
import { codeOf, errorMessage } from '#runtime/ui/error-message.ts'
import { cellKey, type ImportAnswer, type ImportFault, importForm } from './import-answer.ts'

const isWorkbook = ({ name }: File): boolean => /\.xlsx?$/i.test(name)

/** State of the import dialog: the files, the faults of the last attempt, and the corrected cells. */
export function useImport(url: string, onDone: () => void) {
  const { http, notify } = useRuntime()
  const [files, setFiles] = useState<readonly File[]>([])
  const [answer, setAnswer] = useState<ImportAnswer | null>(null)
  /** All faults of the attempts so far: a corrected cell stays corrected. */
  const [seen, setSeen] = useState<readonly ImportFault[]>([])
  const [mended, setMended] = useState<ReadonlyMap<string, string>>(new Map())
  const [isUploading, setUploading] = useState(false)

  const restart = (next: readonly File[]) => {
    setFiles(next)
    setAnswer(null)
    setSeen([])
    setMended(new Map())
  }

  const upload = async () => {
    setUploading(true)
    try {
      const { result, message } = await http.upload<ImportAnswer>(url, importForm(files, seen, mended), {
        token: true,
      })
      const { faults = [] } = result ?? {}
      if (faults.length === 0) {
        notify('success', message)
        return onDone()
      }
      const keys = new Set(seen.map(cellKey))
      setAnswer(result)
      setSeen([...seen, ...faults.filter((fault) => !keys.has(cellKey(fault)))])
      notify('warning', message)
    } catch (error) {
      const names = files.map(({ name }) => name).join('、')
      const isRefusal = codeOf(error) === 'BUSINESS' || codeOf(error) === 'BAD_PARAMETER'
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
    isUploading,
    mended,
    upload,
    add(file: File) {
      if (isWorkbook(file)) return restart([...files.filter(({ name }) => name !== file.name), file])
      const message = '不是 Excel 文件，只能导入 .xls 和 .xlsx'
      notify('warning', errorText('IMPORT_FAILED', { file: file.name, message }))
    },
    remove: (name: string) => restart(files.filter((file) => file.name !== name)),
    mend: (fault: ImportFault, value: string) => setMended(new Map(mended).set(cellKey(fault), value)),
  }
}

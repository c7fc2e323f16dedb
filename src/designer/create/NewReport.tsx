import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toReportId } from '#runtime/schema/compose/copy-document.ts'
import { useServices } from '#runtime/services/services.tsx'
import { reportDesignApi } from '../report-api.ts'
import { NewDraftDialog } from './NewDraftDialog.tsx'
import { newReport, suggestReportCode } from './new-documents.ts'
import { TextEntry } from './TextEntry.tsx'
import { useNewDraft } from './useNewDraft.ts'

const codePattern = /^[A-Za-z][A-Za-z0-9_-]{0,49}$/

interface Props {
  onClose(): void
  onCreated(id: string): void
}

/** Begins a new report. */
export function NewReport({ onClose, onCreated }: Props) {
  const { http } = useServices()
  const draft = useNewDraft(onCreated)
  const { data } = useQuery({
    queryKey: ['design reports'],
    queryFn: ({ signal }) => reportDesignApi(http).heads(signal),
    staleTime: 0,
  })
  const [typedCode, setCode] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  const isTaken = (word: string): boolean =>
    draft.taken.has(toReportId(word)) || data?.records.some((report) => report.code === word) === true
  const code = typedCode ?? suggestReportCode(title, isTaken)
  const id = toReportId(code)
  const fault = !codePattern.test(code)
    ? '编码以字母开头，只用字母、数字、下划线和连字符，如 rp_loan_days'
    : isTaken(code)
      ? '已有这个编码的报表，请换一个'
      : title.trim() === ''
        ? '请填写名称'
        : ''
  return (
    <NewDraftDialog
      title="新增报表"
      draft={draft}
      fault={fault}
      isFaultVisible={title !== ''}
      make={() => ({ body: newReport(id, code, title.trim()) })}
      onClose={onClose}
    >
      {(begin) => (
        <>
          <TextEntry
            label="报表名称"
            autoFocus
            placeholder="如 借阅天数统计"
            value={title}
            onChange={setTitle}
          />
          <TextEntry
            label="编码"
            placeholder="如 rp_loan_days"
            value={code}
            onChange={setCode}
            onEnter={begin}
          />
        </>
      )}
    </NewDraftDialog>
  )
}

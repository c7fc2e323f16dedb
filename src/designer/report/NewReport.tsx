import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { designApi } from '../api.ts'
import type { ReportHead } from './api.ts'

const codePattern = /^[A-Za-z][A-Za-z0-9_-]{0,49}$/

/** The id of a new document follows from its code: `rp_loan_days` is `report/loan-days`. */
const idOf = (code: string): string =>
  `report/${code
    .toLowerCase()
    .replace(/^rp[_-]/, '')
    .replaceAll('_', '-')}`

const newReport = (id: string, code: string, title: string): JsonObject => ({
  version: 1,
  kind: 'report',
  id,
  title,
  code,
  perm: id.replace('/', ':'),
  menu: { parent: 'report', icon: 'table' },
  source: { sql: '', tables: [] },
  fields: [],
})

interface Props {
  reports: readonly ReportHead[]
  onClose(): void
  onCreated(id: string): void
}

/** Begins a new report as a draft. */
export function NewReport({ reports, onClose, onCreated }: Props) {
  const { http } = useRuntime()
  const [code, setCode] = useState('')
  const [title, setTitle] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const prefix = useId()
  const id = idOf(code)
  const fault = !codePattern.test(code)
    ? '编码以字母开头，只用字母、数字、下划线和连字符，如 rp_loan_days'
    : reports.some((report) => report.code === code || report.id === id)
      ? '已有这个编码的报表，请换一个'
      : title.trim() === ''
        ? '请填写名称'
        : ''
  const create = async () => {
    setBusy(true)
    try {
      await designApi(http).saveDraft(id, null, newReport(id, code, title.trim()))
      onCreated(id)
    } catch (error) {
      setFailure(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title="新增报表"
      okText="开始设计"
      cancelText="取消"
      okButtonProps={{ disabled: fault !== '', loading: isBusy }}
      onOk={() => void create()}
      onCancel={onClose}
    >
      <div className="view-design-new">
        <label htmlFor={`${prefix}title`}>报表名称</label>
        <Input
          id={`${prefix}title`}
          autoFocus
          maxLength={50}
          placeholder="如 借阅天数统计"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <label htmlFor={`${prefix}code`}>编码</label>
        <Input
          id={`${prefix}code`}
          maxLength={50}
          placeholder="如 rp_loan_days"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          onPressEnter={() => fault === '' && void create()}
        />
        <p className="view-design-fault" role="alert">
          {failure || (code !== '' && title !== '' ? fault : '')}
        </p>
      </div>
    </Modal>
  )
}

import { Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { batchFields } from '#runtime/compile/list/batch-fields.ts'
import type { AnyFieldType } from '#runtime/contract/contract.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { Values } from '#runtime/record/scope.ts'
import { getTitle, isRequired } from '#runtime/schema/derive.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { textToShow } from '#runtime/ui/errors/error-message.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { noteDone } from '../../form/save/undo-action.ts'
import { type BatchFailure, BatchResult } from './BatchResult.tsx'
import './batch-edit.css'

interface Props {
  screen: ScreenDocument
  rows: readonly ListRow[]
  /** Loads the rows again. */
  onChanged(): void
  onClose(): void
}

interface Answer {
  count: number
  failures: readonly BatchFailure[]
}

/** 批量修改: one new value of one field for all selected records; what was refused is listed with the reason. */
export function BatchEditDialog({ screen, rows, onChanged, onClose }: Props) {
  const { http, notify, can } = useServices()
  const types = useFieldTypes()
  const fields = batchFields(screen, can).filter((field) => types.has(field.type))
  const [key, setKey] = useState<string>()
  /** The values to write: that of the field, and those that its control fills into others. */
  const [values, setValues] = useState<Values>({})
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const field = fields.find((entry) => entry.key === key)
  const type = field && types.get(field.type)
  const value = values[key ?? ''] ?? null
  const isEmpty = value === null || value === ''
  const { closing } = useDiscardGuard(Object.keys(values).length > 0 && !answer, onClose, isBusy)
  const isMissing = field !== undefined && isEmpty && isRequired(field)

  const save = async () => {
    if (!field || isBusy) return
    setBusy(true)
    try {
      const body = { ids: rows.map(({ id }) => id).join(','), values: { ...values, [field.key]: value } }
      const { message, result } = await http.send('POST', `/resource/${screen.id}/editBatch`, body)
      noteDone({ http, notify, screen: screen.id, onUndone: onChanged }, message, result)
      onChanged()
      const { failures } = result as Answer
      if (failures.length > 0) setAnswer(result as Answer)
      else onClose()
    } catch (error) {
      const text = textToShow(error)
      if (text) notify('warning', text)
    } finally {
      setBusy(false)
    }
  }

  if (answer) return <BatchResult {...answer} onClose={onClose} />
  return (
    <Modal
      open
      title="批量修改"
      width={480}
      okText={`修改 ${rows.length} 条`}
      cancelText="取消"
      okButtonProps={{ disabled: !field || isMissing, loading: isBusy }}
      onOk={() => void save()}
      {...closing}
    >
      <Form layout="vertical" onFinish={() => void save()}>
        <Form.Item label="修改哪一项" htmlFor="batch-field">
          <Select
            id="batch-field"
            autoFocus
            showSearch
            optionFilterProp="label"
            placeholder="请选择"
            value={key}
            options={fields.map((entry) => ({ value: entry.key, label: getTitle(entry) }))}
            onChange={(next) => {
              setKey(next)
              setValues({})
            }}
          />
        </Form.Item>
        {field && type && (
          <Form.Item label={`新的${getTitle(field)}`} htmlFor="batch-value" required={isRequired(field)}>
            <NewValue
              key={field.key}
              field={field}
              type={type}
              value={value}
              values={values}
              onChange={(next) => setValues((now) => ({ ...now, ...next }))}
            />
          </Form.Item>
        )}
      </Form>
      <p className="pro-batch-note">
        {field && isEmpty && !isMissing
          ? `将清空选中的 ${rows.length} 条记录的「${getTitle(field)}」`
          : `选中的 ${rows.length} 条记录都改成这个值，每条按编辑的规则检查`}
      </p>
    </Modal>
  )
}

interface NewValueProps {
  field: Field
  type: AnyFieldType
  /** The wire value. */
  value: unknown
  values: Values
  onChange(values: Values): void
}

/** The control of the field, with its dictionaries. */
const NewValue = ({ field, type, value, values, onChange }: NewValueProps) => {
  const { Control } = type
  const [codes] = useState(() => type.needs?.(field) ?? [])
  return (
    <Dictionaries codes={codes}>
      <Control
        id="batch-value"
        field={field}
        value={type.fromWire(value, field)}
        values={values}
        onChange={(next: unknown) => onChange({ [field.key]: type.toWire(next, field) ?? null })}
        patch={onChange}
      />
    </Dictionaries>
  )
}

import { Checkbox, Select } from 'antd'
import { useId, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { multiple } from '#runtime/ui/multiple.ts'
import { NewDraftDialog } from '../create/NewDraftDialog.tsx'
import { TextEntry } from '../create/TextEntry.tsx'
import { useNewDraft } from '../create/useNewDraft.ts'
import { idOfCode, suggestCode } from '../dictionary/dict-items.ts'
import { newPicker, type PickerPlan, pickableFields, suggestPlan } from './new-picker.ts'

const codePattern = /^[A-Za-z][A-Za-z0-9_]{0,49}$/

interface Props {
  screen: { id: string; title: string; fields: readonly JsonObject[] }
  /** The codes that a new picker cannot have. */
  codes: ReadonlySet<string>
  hint: string
  onClose(): void
  onCreated(plan: PickerPlan, id: string): void
}

/** Begins a picker over a screen: its columns, its query items, and whether several records are selected. */
export function NewPicker({ screen, codes, hint, onClose, onCreated }: Props) {
  const [edited, setPlan] = useState(() => ({ ...suggestPlan(screen, false), code: null as string | null }))
  const columnsId = useId()
  const queryId = useId()
  const draft = useNewDraft((id) => onCreated(plan, id))
  const isTaken = (code: string) => codes.has(code) || draft.taken.has(idOfCode('picker', code))
  // Drafts whose codes are taken may arrive later: a suggestion is made until a code is typed.
  const plan: PickerPlan = { ...edited, code: edited.code ?? suggestCode(`选${screen.title}`, isTaken) }
  const body = newPicker(plan)
  const options = pickableFields(screen.fields).map(({ key, title }) => ({
    value: key,
    label: `${title} ${key}`,
  }))
  const fault =
    plan.title.trim() === ''
      ? '请填写名称'
      : !codePattern.test(plan.code)
        ? '编码以字母开头，只用字母、数字和下划线，如 rp_goods'
        : isTaken(plan.code)
          ? '已有这个编码的选择窗口，请换一个'
          : plan.fields.length === 0
            ? '请选要显示的列'
            : ''
  return (
    <NewDraftDialog
      title={`由「${screen.title}」做选择窗口`}
      okText="建好"
      draft={draft}
      fault={fault}
      isFaultVisible
      make={() => ({ body })}
      onClose={onClose}
    >
      {() => (
        <>
          <TextEntry label="名称" value={plan.title} onChange={(title) => setPlan({ ...edited, title })} />
          <TextEntry
            label="编码"
            placeholder="如 rp_goods"
            value={plan.code}
            onChange={(code) => setPlan({ ...edited, code })}
          />
          <label htmlFor={columnsId}>显示的列</label>
          <Select
            id={columnsId}
            {...multiple}
            optionFilterProp="label"
            options={options}
            value={plan.fields}
            onChange={(fields: string[]) => setPlan({ ...edited, fields })}
          />
          <label htmlFor={queryId}>查询项</label>
          <Select
            id={queryId}
            {...multiple}
            optionFilterProp="label"
            options={options}
            value={plan.query}
            onChange={(query: string[]) => setPlan({ ...edited, query })}
          />
          <span />
          <Checkbox
            checked={plan.isMany}
            onChange={({ target }) => setPlan({ ...edited, isMany: target.checked })}
          >
            一次可选多条
          </Checkbox>
          <p className="view-design-hint">{hint}</p>
        </>
      )}
    </NewDraftDialog>
  )
}

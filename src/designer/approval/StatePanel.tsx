import { Button, Checkbox, Select } from 'antd'
import Input from 'antd/es/input/Input'
import { useId, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import {
  beginAt,
  colorState,
  type FlowState,
  findStateHome,
  letEdit,
  removeState,
  renameState,
  stateUse,
} from './flow-states.ts'

interface Props {
  document: JsonObject
  state: FlowState
  states: readonly FlowState[]
  /** Whether records may have the state: it is released. */
  isReleased: boolean
  /** How many records have the state, counted when it is to be removed; null where it cannot be counted. */
  countRecords(value: string): Promise<number | null>
  onChange(document: JsonObject): void
  /** Changes the document after an answer has come, as it is then. */
  onUpdate(edit: (present: JsonObject) => JsonObject): void
  /** The state has another name. */
  onSelect(value: string): void
  onMove(from: string, to: string): void
}

const colors = [
  { value: '', label: '缺省' },
  { value: 'blue', label: '蓝' },
  { value: 'green', label: '绿' },
  { value: 'orange', label: '橙' },
  { value: 'red', label: '红' },
  { value: 'grey', label: '灰' },
]

/** A state: its name, its colour, what it permits, and the moves that begin there. */
export function StatePanel({
  document,
  state,
  states,
  isReleased,
  countRecords,
  onChange,
  onUpdate,
  onSelect,
  onMove,
}: Props) {
  const { value, color, isInitial, isEditable } = state
  const nameId = useId()
  const [name, setName] = useState(value)
  const [refusal, setRefusal] = useState('')
  const [isCounting, setCounting] = useState(false)
  const isOfDictionary = findStateHome(document) === 'dictionary'
  const isTaken = name !== value && states.some((entry) => entry.value === name)
  const isFixed = isReleased || isOfDictionary
  const rename = () => {
    if (isTaken || name.trim() === '') return setName(value)
    if (name === value) return
    onChange(renameState(document, value, name))
    onSelect(name)
  }
  const use = stateUse(document, value)
  const remove = async () => {
    setCounting(true)
    const count = isReleased ? await countRecords(value).catch(() => null) : 0
    setCounting(false)
    if (count === null) return setRefusal('没有查到有没有记录在这个状态，请稍后再试')
    if (count > 0) return setRefusal(`有 ${count} 条记录在「${value}」，请先用动作移到别的状态`)
    onUpdate((present) => (stateUse(present, value) === '' ? removeState(present, value) : present))
  }
  return (
    <section className="view-approval-panel" aria-label={`状态 ${value}`}>
      <h3>状态</h3>
      <label htmlFor={nameId}>名称</label>
      <Input
        id={nameId}
        value={name}
        maxLength={20}
        disabled={isFixed}
        {...(isTaken && { status: 'error' as const })}
        onChange={({ target }) => setName(target.value)}
        onBlur={rename}
        onPressEnter={rename}
      />
      {isFixed && (
        <p className="view-design-hint">
          {isOfDictionary ? '状态取自字典，请在字典里改。' : '已发布的状态不改名：记录里存着它。'}
        </p>
      )}
      {isTaken && (
        <p className="view-design-fault" role="alert">
          已有这个状态，请换一个
        </p>
      )}
      <span>颜色</span>
      <Select
        aria-label="颜色"
        value={color ?? ''}
        options={colors}
        onChange={(next: string) => onChange(colorState(document, value, next || undefined))}
      />
      <span />
      <div>
        <Checkbox
          checked={isInitial}
          disabled={isInitial}
          onChange={() => onChange(beginAt(document, value))}
        >
          新增的记录从这里开始
        </Checkbox>
        <Checkbox
          checked={isEditable}
          onChange={({ target }) => onChange(letEdit(document, states, value, target.checked))}
        >
          可以编辑、删除
        </Checkbox>
      </div>
      <span>添加动作</span>
      <Select
        aria-label="添加动作到"
        placeholder="到哪个状态"
        value={null}
        options={states
          .filter((entry) => entry.value !== value)
          .map((entry) => ({ value: entry.value, label: `到 ${entry.value}` }))}
        onChange={(to: string | null) => to !== null && onMove(value, to)}
      />
      <span />
      <div>
        <Button danger size="small" disabled={use !== ''} loading={isCounting} onClick={() => void remove()}>
          删去状态
        </Button>
      </div>
      {use !== '' && <p className="view-design-hint">{use}</p>}
      {refusal && (
        <p className="view-design-fault" role="alert">
          {refusal}
        </p>
      )}
    </section>
  )
}

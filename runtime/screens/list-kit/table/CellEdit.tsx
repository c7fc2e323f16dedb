import { App, Tooltip } from 'antd'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { useUnsaved } from '#runtime/host/useUnsaved.ts'
import { listProblems } from '#runtime/kernel/errors.ts'
import { sameValue } from '#runtime/record/changes/delta.ts'
import type { Values } from '#runtime/record/scope.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { textToShow } from '#runtime/ui/errors/error-message.ts'
import { askToDiscard } from '#runtime/ui/overlay/confirm-discard.ts'
import { cellEditCommands } from '../commands/cell-commands.ts'
import { useEditRequest } from '../records/useRecordEdit.ts'
import type { List } from '../useList.ts'
import './cell-edit.css'

interface Props {
  list: List
  column: Column
  row: ListRow
  /** Gets the place of the editor while it has input that is not saved, else null. */
  onTyped(place: HTMLElement | null): void
  /** The value is stored, or was left as it is: the cell below follows. */
  onSaved(): void
  onClose(): void
}

/** The editor in a cell of a list: Enter saves, Esc leaves; a refusal is shown at the cell. */
export function CellEdit({ list, column, row, onTyped, onSaved, onClose }: Props) {
  const { key, title, field, type } = column
  const { send, question } = useEditRequest(list)
  const { modal } = App.useApp()
  /** The input, and the row in which it began: a save of another user that comes later is no base of it. */
  const [typed, setTyped] = useState<{ base: ListRow; values: Values } | null>(null)
  const { base, values } = typed ?? { base: row, values: {} as Values }
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const place = useRef<HTMLFieldSetElement>(null)
  const Editor = type.CellEditor ?? type.Control
  const isChanged = Object.entries(values).some(([name, value]) => !sameValue(value, base[name] ?? null))
  useUnsaved(() => isChanged, onClose)
  useEffect(() => {
    onTyped(isChanged ? place.current : null)
    list.guard.current = isChanged
      ? async (patch, go) => {
          // A form lies over the list, or its address is guarded; a selection leaves the rows as they are.
          if ('form' in patch || 'rows' in patch) return go()
          if (!(await askToDiscard(modal))) return
          onClose()
          go()
        }
      : null
    return () => {
      onTyped(null)
      list.guard.current = null
    }
  })
  const change = (next: Values) => {
    setFault('')
    setTyped((now) => ({ base: now?.base ?? row, values: { ...now?.values, ...next } }))
  }

  const save = async () => {
    if (!isChanged) return onSaved()
    setBusy(true)
    try {
      const revision = base.rev === undefined ? {} : { rev: base.rev }
      const answer = await send({ id: base.id, ...revision, ...values })
      if (!answer) return
      await list.refresh()
      onSaved()
    } catch (error) {
      setFault(listProblems(error)[0]?.text ?? textToShow(error) ?? '没有保存，请重试')
    } finally {
      setBusy(false)
    }
  }
  const leave = () => {
    place.current?.closest('td')?.focus()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An open list of the control takes the key for itself.
    const isTaken = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.nativeEvent.isComposing || isTaken) return
    const context = { isBusy, save: () => void save(), leave }
    // A window around the list keeps its own Esc for the next time.
    if (runKey(cellEditCommands, context, event)) event.stopPropagation()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // What was typed stays until it is saved or left by Esc.
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget) && !isChanged) onClose()
  }
  return (
    <Tooltip open={fault !== ''} title={<span role="alert">{fault}</span>} color="var(--ant-color-error)">
      <fieldset
        ref={place}
        className="pro-cell-edit"
        aria-label={`编辑${title}`}
        aria-busy={isBusy}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        {question}
        <Editor
          field={field}
          size="small"
          autoFocus
          value={type.fromWire(key in values ? values[key] : (base[key] ?? null), field)}
          values={{ ...base, ...values }}
          invalid={fault !== ''}
          onChange={(next: unknown) => change({ [key]: type.toWire(next, field) ?? null })}
          patch={change}
        />
      </fieldset>
    </Tooltip>
  )
}

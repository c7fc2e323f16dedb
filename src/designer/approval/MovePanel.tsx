import { Button, Checkbox, Select } from 'antd'
import Input from 'antd/es/input/Input'
import { type ReactNode, useId } from 'react'
import { isJsonObject, type JsonObject, listTexts, readText } from '#runtime/kernel/json.ts'
import { multiple } from '#runtime/ui/multiple.ts'
import { useRoles } from '../useRoles.ts'
import { EffectChoice } from './EffectChoice.tsx'
import {
  askFor,
  changeMove,
  clearStamps,
  clearsStamps,
  hasButton,
  hasStamp,
  letMove,
  listMovers,
  putButton,
  removeMove,
  tellAuthor,
  tellsAuthor,
  titleMove,
  writeStamp,
} from './flow-moves.ts'
import type { FlowState } from './flow-states.ts'

interface Props {
  document: JsonObject
  move: JsonObject
  states: readonly FlowState[]
  /** Whether the move is released: its code then stays, as rights name it. */
  isReleased: boolean
  onChange(document: JsonObject): void
  /** The move has another code, or is removed. */
  onSelect(code: string | null): void
}

/** A move: between which states, who may make it, its buttons and texts, and what it writes and sends. */
export function MovePanel({ document, move, states, isReleased, onChange, onSelect }: Props) {
  const code = String(move.code)
  const title = readText(move.title)
  const { data: roles = [] } = useRoles()
  const movers = listMovers(document, code)
  const roleOptions = [
    ...roles.map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName })),
    ...movers
      .filter((role) => roles.every(({ roleCode }) => roleCode !== role))
      .map((role) => ({ value: role, label: role })),
  ]
  const stateOptions = states.map(({ value }) => ({ value, label: value }))
  const ask = isJsonObject(move.ask) ? move.ask : undefined
  const clears = clearsStamps(document, code)
  const rename = (text: string) => {
    const [next, renamed] = titleMove(document, code, text, isReleased)
    onChange(next)
    if (renamed !== code) onSelect(renamed)
  }
  const write = (words: JsonObject) => onChange(changeMove(document, code, words))
  const text = (word: string, label: string, placeholder: string) => (
    <Entry label={label}>
      {(id) => (
        <Input
          id={id}
          value={readText(move[word])}
          maxLength={200}
          placeholder={placeholder}
          onChange={({ target }) => write({ [word]: target.value || undefined })}
        />
      )}
    </Entry>
  )
  return (
    <section className="view-approval-panel" aria-label={`动作 ${title}`}>
      <h3>
        动作 <code>{code}</code>
      </h3>
      <Entry label="名称">
        {(id) => (
          <Input
            id={id}
            value={title}
            maxLength={20}
            placeholder="按钮上的字，如 审核"
            onChange={({ target }) => rename(target.value)}
          />
        )}
      </Entry>
      <Entry label="从">
        {(id) => (
          <Select
            id={id}
            {...multiple}
            value={listTexts(move.from)}
            options={stateOptions}
            onChange={(from: string[]) => write({ from })}
          />
        )}
      </Entry>
      <Entry label="到">
        {(id) => (
          <Select
            id={id}
            value={readText(move.to)}
            options={stateOptions}
            onChange={(to: string) => write({ to })}
          />
        )}
      </Entry>
      <Entry label="谁来做">
        {(id) => (
          <Select
            id={id}
            {...multiple}
            showSearch
            optionFilterProp="label"
            placeholder="角色，发布后在授权里确认"
            value={movers}
            options={roleOptions}
            onChange={(chosen: string[]) => onChange(letMove(document, code, chosen))}
          />
        )}
      </Entry>
      <span>按钮</span>
      <div>
        <Checkbox
          checked={hasButton(document, 'row', code)}
          onChange={({ target }) => onChange(putButton(document, 'row', code, target.checked))}
        >
          行内
        </Checkbox>
        <Checkbox
          checked={hasButton(document, 'toolbar', code)}
          onChange={({ target }) => {
            const batch = target.checked ? true : move.batch
            onChange(putButton(changeMove(document, code, { batch }), 'toolbar', code, target.checked))
          }}
        >
          工具栏，可批量
        </Checkbox>
      </div>
      <span>写入</span>
      <div>
        <Checkbox
          checked={hasStamp(document, code, 'person')}
          onChange={({ target }) => onChange(writeStamp(document, code, 'person', target.checked))}
        >
          {title || '动作'}人
        </Checkbox>
        <Checkbox
          checked={hasStamp(document, code, 'time')}
          onChange={({ target }) => onChange(writeStamp(document, code, 'time', target.checked))}
        >
          {title || '动作'}时间
        </Checkbox>
        {clears !== undefined && (
          <Checkbox
            checked={clears}
            onChange={({ target }) => onChange(clearStamps(document, code, target.checked))}
          >
            清空别的动作写的人和时间
          </Checkbox>
        )}
      </div>
      <span>消息</span>
      <div>
        <Checkbox
          checked={tellsAuthor(document, code)}
          onChange={({ target }) => onChange(tellAuthor(document, code, target.checked))}
        >
          做完告诉制单人
        </Checkbox>
      </div>
      <Entry label="要填的话">
        {(id) => (
          <Input
            id={id}
            value={readText(ask?.title)}
            maxLength={50}
            placeholder="如 驳回意见；空着就不问"
            onChange={({ target }) =>
              onChange(askFor(document, code, target.value, ask?.required === true || !ask))
            }
          />
        )}
      </Entry>
      {ask && (
        <>
          <span />
          <div>
            <Checkbox
              checked={ask.required === true}
              onChange={({ target }) => onChange(askFor(document, code, readText(ask.title), target.checked))}
            >
              必须填
            </Checkbox>
          </div>
        </>
      )}
      {text('confirm', '确认的话', '执行前问一句；空着就不问')}
      {text('deny', '拒绝的话', '状态不对时说的话')}
      {text('done', '做完的话', `缺省是 ${title || '动作'}成功`)}
      <Entry label="效果">
        {(id) => (
          <EffectChoice
            id={id}
            document={document}
            value={readText(move.effect) || undefined}
            onChange={(effect) => write({ effect })}
          />
        )}
      </Entry>
      <span />
      <div>
        <Button
          danger
          size="small"
          onClick={() => {
            onChange(removeMove(document, code))
            onSelect(null)
          }}
        >
          删去动作
        </Button>
      </div>
    </section>
  )
}

function Entry({ label, children }: { label: string; children(id: string): ReactNode }) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </>
  )
}

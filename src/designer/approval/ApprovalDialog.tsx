import { PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Modal } from 'antd'
import Input from 'antd/es/input/Input'
import { useMemo, useState } from 'react'
import { useLookup } from '#runtime/data/hooks.ts'
import { isSameJson, type JsonObject, listTexts } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { getKey, listFields } from '../document-edit.ts'
import { FlowDiagram, type FlowPart } from './FlowDiagram.tsx'
import { addMove, findMove, flowFault, hasButton, putButton } from './flow-moves.ts'
import { addState, findStateHome, getFlow, listMoves, listStates } from './flow-states.ts'
import { flowTemplates } from './flow-templates.ts'
import { MovePanel } from './MovePanel.tsx'
import { StatePanel } from './StatePanel.tsx'
import './approval.css'

interface Props {
  document: JsonObject
  /** The released document, or the last one that the draft was begun on; null for a new one. */
  base: JsonObject | null
  onChange(document: JsonObject): void
  onClose(): void
}

const noCodes: readonly string[] = []

/** Buttons of rows that most bills have. */
const rowButtons = [
  { code: 'print', label: '行内有「打印」' },
  { code: 'history', label: '行内有「历史」' },
] as const

/** The approval of a screen as a diagram: its states, its moves, and what belongs to each. Written when it is confirmed. */
export function ApprovalDialog({ document: before, base, onChange, onClose }: Props) {
  const { http } = useServices()
  const [document, setDocument] = useState(before)
  const [part, setPart] = useState<FlowPart>(null)
  const [name, setName] = useState('')
  const field = listFields(document).find((entry) => getKey(entry) === getFlow(document).field)
  const dictCode = findStateHome(document) === 'dictionary' ? String(field?.dictCode) : ''
  const codes = useMemo(() => (dictCode === '' ? noCodes : [dictCode]), [dictCode])
  const { lookup } = useLookup(http, codes)
  const states = listStates(document, dictCode === '' ? [] : lookup.items(dictCode).map(({ value }) => value))
  const hasFlow = listMoves(document).length > 0
  const releasedStates = new Set(base ? listStates(base).map(({ value }) => value) : [])
  const releasedMoves = new Set(base ? listMoves(base).map(({ code }) => code) : [])
  const state = part?.kind === 'state' ? states.find(({ value }) => value === part.value) : undefined
  const move = part?.kind === 'move' ? findMove(document, part.code) : undefined
  const fault = flowFault(document)
  const isChanged = !isSameJson(document, before)
  const connect = (from: string, to: string) => {
    const next = addMove(document, `到${to}`, [from], to)
    setDocument(next)
    setPart({ kind: 'move', code: String(listMoves(next).at(-1)?.code) })
  }
  const add = () => {
    const value = name.trim()
    if (value === '' || states.some((entry) => entry.value === value)) return
    setDocument(addState(document, value))
    setName('')
    setPart({ kind: 'state', value })
  }
  const { closing } = useDiscardGuard(isChanged || name.trim() !== '', onClose)
  const take = () => {
    if (isChanged) onChange(document)
    onClose()
  }
  const countRecords = async (value: string) => {
    const query = { [String(getFlow(document).field)]: value, pageSize: 1 }
    return (await http.get<{ total: number }>(`/resource/${String(document.id)}/list`, query)).total
  }
  return (
    <Modal
      open
      width={1080}
      title="审批"
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: isChanged && fault !== '' }}
      onOk={take}
      {...closing}
    >
      {!hasFlow && states.length === 0 ? (
        <div className="view-approval-templates">
          <p>先选一个样子，再改成需要的。</p>
          {flowTemplates.map((template) => (
            <Button key={template.name} onClick={() => setDocument(template.build(document))}>
              {template.title}
            </Button>
          ))}
        </div>
      ) : (
        <div className="view-approval">
          <div>
            <FlowDiagram
              document={document}
              states={states}
              selected={part}
              onSelect={setPart}
              onMove={connect}
            />
            <ul className="view-approval-list" aria-label="状态和动作">
              {states.map(({ value }) => (
                <li key={value}>
                  <Button type="link" onClick={() => setPart({ kind: 'state', value })}>
                    {value}
                  </Button>
                  {listMoves(document)
                    .filter(({ from }) => listTexts(from).includes(value))
                    .map(({ code, title, to }) => (
                      <Button
                        key={String(code)}
                        size="small"
                        onClick={() => setPart({ kind: 'move', code: String(code) })}
                      >
                        {String(title)} → {String(to)}
                      </Button>
                    ))}
                </li>
              ))}
            </ul>
            <div className="view-approval-bar">
              {findStateHome(document) !== 'dictionary' && (
                <>
                  <Input
                    aria-label="新的状态"
                    placeholder="新的状态，如 待复核"
                    value={name}
                    maxLength={20}
                    onChange={({ target }) => setName(target.value)}
                    onPressEnter={add}
                  />
                  <Button icon={<PlusOutlined aria-hidden />} disabled={name.trim() === ''} onClick={add}>
                    添加状态
                  </Button>
                </>
              )}
              {rowButtons.map(({ code, label }) => (
                <Checkbox
                  key={code}
                  checked={hasButton(document, 'row', code)}
                  onChange={({ target }) => setDocument(putButton(document, 'row', code, target.checked))}
                >
                  {label}
                </Checkbox>
              ))}
            </div>
            <p className="view-design-hint">
              从一个状态拖到另一个状态，就是一个动作；点状态或动作在旁边改。每个动作都记在记录的历史里。
            </p>
          </div>
          {state ? (
            <StatePanel
              key={`state ${state.value}`}
              document={document}
              state={state}
              states={states}
              isReleased={releasedStates.has(state.value)}
              countRecords={countRecords}
              onChange={setDocument}
              onUpdate={setDocument}
              onSelect={(value) => setPart({ kind: 'state', value })}
              onMove={connect}
            />
          ) : move ? (
            <MovePanel
              document={document}
              move={move}
              states={states}
              isReleased={releasedMoves.has(move.code)}
              onChange={setDocument}
              onSelect={(code) => setPart(code === null ? null : { kind: 'move', code })}
            />
          ) : (
            <p className="view-approval-panel view-design-hint">点一个状态或动作，在这里改。</p>
          )}
        </div>
      )}
      {isChanged && fault && (
        <p className="view-design-fault" role="alert">
          {fault}
        </p>
      )}
    </Modal>
  )
}

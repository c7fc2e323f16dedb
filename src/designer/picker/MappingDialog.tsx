import { ArrowRightOutlined, DeleteOutlined, DownOutlined, PlusOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import type { Companion } from '../api.ts'
import { getKey } from '../document-edit.ts'
import {
  fieldForSource,
  findMisfit,
  type MappedPair,
  type MappingSource,
  readMapping,
  suggestPairs,
  writeMapping,
} from './field-mapping.ts'

export interface MappingProps {
  field: JsonObject
  /** The fields of the same list, which a chosen record may fill. */
  siblings: readonly JsonObject[]
  /** The new pickers that are released with the document. */
  drafts: readonly Companion[]
  /** Receives the field, and the fields that are added behind it. */
  onChange(field: JsonObject, added: readonly JsonObject[]): void
}

interface Props extends MappingProps {
  sources: readonly MappingSource[]
  /** Whether the picker could not be read. */
  isFailed: boolean
  onClose(): void
}

interface Line extends MappedPair {
  id: number
}

/** The choices of a target that add a field; a field never has such a key. */
const added = { shown: '+shown', hidden: '+hidden' } as const

const fault = (
  { source, target }: MappedPair,
  sources: readonly MappingSource[],
  targets: readonly JsonObject[],
  pairs: readonly MappedPair[],
): string | undefined => {
  if (source === '' || target === '') return undefined
  if (pairs.filter((pair) => pair.target === target).length > 1) return '已有另一行写到这个字段，请删去一行'
  const from = sources.find(({ key }) => key === source)
  const to = targets.find((entry) => getKey(entry) === target)
  if (!to) return `没有字段「${target}」，请另选一个`
  if (!from) return sources.length > 0 ? `没有「${source}」这个值，请另选一个` : undefined
  return findMisfit(from, to)
}

/** The table of what a chosen record writes into other fields: added, suggested, ordered and removed. */
export function MappingDialog({ field, siblings, sources, isFailed, onChange, onClose }: Props) {
  // A blank line behind the others is for the next pair.
  const [lines, setLines] = useState<readonly Line[]>(() =>
    [...readMapping(field), { source: '', target: '' }].map((pair, id) => ({ ...pair, id })),
  )
  const [fresh, setFresh] = useState<readonly JsonObject[]>([])
  const targets = [...siblings, ...fresh].filter((entry) => !Array.isArray(entry.fields))
  const suggested = suggestPairs(sources, targets, lines)
  const nextId = Math.max(-1, ...lines.map(({ id }) => id)) + 1
  const change = (id: number, part: Partial<MappedPair>) =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...part } : line)))
  const move = (from: number, to: number) => {
    const line = lines[from]
    if (line && to >= 0 && to < lines.length)
      setLines(lines.filter((_, at) => at !== from).toSpliced(to, 0, line))
  }
  const chooseTarget = ({ id, source }: Line, target: string) => {
    const from = sources.find(({ key }) => key === source)
    if (!from || (target !== added.shown && target !== added.hidden)) return change(id, { target })
    const created = fieldForSource(from, target === added.shown, [...siblings, ...fresh])
    setFresh([...fresh, created])
    change(id, { target: getKey(created) })
  }
  const chooseSource = (line: Line, source: string) => {
    const [pair] =
      line.target === ''
        ? suggestPairs(
            sources.filter(({ key }) => key === source),
            targets,
            lines,
          )
        : []
    change(line.id, { source, ...(pair && { target: pair.target }) })
  }
  const take = () => {
    const written = new Set(lines.map(({ target }) => target))
    onChange(
      writeMapping(field, lines),
      fresh.filter((entry) => written.has(getKey(entry))),
    )
    onClose()
  }
  const pairs = lines
    .map(({ source, target }) => ({ source, target }))
    .filter(({ source, target }) => source !== '' || target !== '')
  const { closing } = useDiscardGuard(!isSameJson(pairs, readMapping(field)), onClose)
  const isIncomplete = lines.some(({ source, target }) => (source === '') !== (target === ''))
  const sourceOptions = groupSources(sources)
  return (
    <Modal
      open
      width={720}
      title={`选了「${String(field.title ?? getKey(field))}」以后带出`}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: isIncomplete }}
      onOk={take}
      {...closing}
    >
      <div className="view-design-pairs">
        {lines.length > 0 && (
          <div aria-hidden>
            <span>取自</span>
            <span />
            <span>写到</span>
          </div>
        )}
        <ol>
          {lines.map((line, at) => {
            const from = sources.find(({ key }) => key === line.source)
            const text = fault(line, sources, targets, lines)
            return (
              <li key={line.id}>
                <Select
                  aria-label={`第 ${at + 1} 行取自`}
                  showSearch
                  optionFilterProp="label"
                  placeholder="选一列"
                  value={line.source === '' ? null : line.source}
                  options={sourceOptions}
                  onChange={(source: string) => chooseSource(line, source)}
                />
                <ArrowRightOutlined aria-hidden />
                <Select
                  aria-label={`第 ${at + 1} 行写到`}
                  showSearch
                  optionFilterProp="label"
                  placeholder="选一个字段"
                  {...(text !== undefined && { status: 'error' as const })}
                  value={line.target === '' ? null : line.target}
                  options={[
                    ...(from
                      ? [
                          { value: added.shown, label: `新增字段「${from.title}」，显示` },
                          { value: added.hidden, label: `新增字段「${from.title}」，隐藏` },
                        ]
                      : []),
                    ...targets.map((entry) => ({ value: getKey(entry), label: formatTarget(entry) })),
                  ]}
                  onChange={(target: string) => chooseTarget(line, target)}
                />
                <Button
                  type="text"
                  aria-label={`第 ${at + 1} 行上移`}
                  icon={<UpOutlined aria-hidden />}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <Button
                  type="text"
                  aria-label={`第 ${at + 1} 行下移`}
                  icon={<DownOutlined aria-hidden />}
                  disabled={at === lines.length - 1}
                  onClick={() => move(at, at + 1)}
                />
                <Button
                  type="text"
                  danger
                  aria-label={`删除第 ${at + 1} 行`}
                  icon={<DeleteOutlined aria-hidden />}
                  onClick={() => setLines(lines.filter(({ id }) => id !== line.id))}
                />
                {text !== undefined && (
                  <p className="view-design-fault" role="alert">
                    {text}
                  </p>
                )}
              </li>
            )
          })}
        </ol>
        {isFailed && (
          <p className="view-design-fault" role="alert">
            选择窗口没有读到，列不能选；先选好选择窗口，新做的先发布它的界面。
          </p>
        )}
        <div className="view-design-choices">
          <Button
            size="small"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => setLines([...lines, { id: nextId, source: '', target: '' }])}
          >
            添加一行
          </Button>
          {suggested.length > 0 && (
            <Button
              size="small"
              onClick={() =>
                setLines([...lines, ...suggested.map((pair, at) => ({ ...pair, id: nextId + at }))])
              }
            >
              添加同名的 {suggested.length} 行
            </Button>
          )}
        </div>
        <p className="view-design-hint">
          选了一条，左边的值写到右边的字段；清空选择，右边也清空。新增的字段放在这个字段后面。
        </p>
      </div>
    </Modal>
  )
}

const formatTarget = (field: JsonObject): string =>
  field.title === undefined ? getKey(field) : `${String(field.title)} ${getKey(field)}`

function groupSources(sources: readonly MappingSource[]) {
  const listOptions = (isShown: boolean) =>
    sources
      .filter((source) => source.isShown === isShown)
      .map(({ key, title }) => ({ value: key, label: title === key ? key : `${title} ${key}` }))
  const groups = [
    { label: '显示的列', options: listOptions(true) },
    { label: '别的字段', options: listOptions(false) },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

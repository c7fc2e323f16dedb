import { RightOutlined } from '@ant-design/icons'
import { Breadcrumb, Button, Segmented, Select } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import {
  emptyVariant,
  findVariant,
  type JsonType,
  type PanelNode,
  type PanelVariant,
  type PanelWord,
  type PlainOption,
  plainOptions,
  type SettingsPanel,
  valueKey,
} from '#runtime/schema/settings/settings-node.ts'
import { MemberList } from './MemberList.tsx'
import { type FieldKey, type NodeProps, PanelForm } from './PanelForm.tsx'
import { changePart, isEmpty, openParts, type PanelPath, partSummary } from './panel-path.ts'

interface Props {
  /** The name of the field or document. */
  title: string
  panel: SettingsPanel
  value: JsonObject
  /** Whether a word of the whole is offered; all words of its parts are. */
  isListed(word: PanelWord): boolean
  fieldKeys: readonly FieldKey[]
  /** The word whose panel is open at first. */
  firstOpen?: string | null
  /** What else is offered where a part is open. */
  tools?(path: PanelPath): ReactNode
  onChange(value: JsonObject): void
}

/** The settings of a field or document: its words as a form, and its parts, each with a panel of its own that opens here. */
export function PanelEditor(props: Props) {
  const { title, panel, value, isListed, fieldKeys, firstOpen, tools, onChange } = props
  const [path, setPath] = useState<PanelPath>(firstOpen ? [firstOpen] : [])
  const node = useMemo(
    (): PanelNode => ({ kind: 'object', panel: panel.filter(isListed) }),
    [panel, isListed],
  )
  const parts = openParts({ title, node: { kind: 'object', panel }, value }, path)
  const part = parts.at(-1) ?? parts[0]
  const isInner = parts.length > 1
  const change = (next: unknown) => {
    const whole = changePart(value, part.path, next, part.node)
    if (isJsonObject(whole)) onChange(whole)
  }
  return (
    <>
      {isInner && (
        <div className="view-design-crumbs">
          <Breadcrumb
            items={parts.map((entry, at) => ({
              key: entry.path.join('/'),
              title:
                at === parts.length - 1 ? (
                  entry.title
                ) : (
                  <Button type="link" size="small" onClick={() => setPath(entry.path)}>
                    {entry.title}
                  </Button>
                ),
            }))}
          />
          {part.value !== undefined && typeof part.path.at(-1) === 'string' && (
            <Button
              type="text"
              size="small"
              onClick={() => {
                change(undefined)
                setPath(part.path.slice(0, -1))
              }}
            >
              清除
            </Button>
          )}
        </div>
      )}
      {part.help && <p className="view-design-hint view-design-help">{part.help}</p>}
      {tools?.(part.path)}
      <NodeEditor
        key={part.path.join('/')}
        node={isInner ? part.node : node}
        value={part.value}
        path={part.path}
        fieldKeys={fieldKeys}
        onChange={change}
        onOpen={(step) => setPath([...part.path, step])}
      />
    </>
  )
}

const typeTitles: Readonly<Record<JsonType, string>> = {
  boolean: '是否',
  number: '数字',
  string: '一个词',
  array: '列表',
  object: '详细',
}

const getName = ({ key, type }: PanelVariant): string => key ?? type

/** The editor of one part: a form, a list of members, or the choice between the types that the part may have. */
function NodeEditor(props: NodeProps) {
  const { node, value, path, fieldKeys, onChange, onOpen } = props
  if (node.kind === 'choice') return <VariantEditor {...props} variants={node.variants} />
  if (node.kind === 'value') return <ValueEditor {...props} word={node.word} />
  if (node.kind === 'object')
    return (
      <ObjectEditor
        panel={node.panel}
        path={path}
        value={isJsonObject(value) ? value : {}}
        fieldKeys={fieldKeys}
        onChange={onChange}
        onOpen={onOpen}
      />
    )
  return <MemberList {...props} node={node} />
}

/** The first value of a variant in the place of another value: a word of its own stays, as in `{ rule: 'like' }`. */
function startVariant(variant: PanelVariant, value: unknown): unknown {
  const { node } = variant
  const word =
    node.kind === 'object' &&
    node.panel.find(
      ({ field: { options } }) => Array.isArray(options) && options.some((option) => option.value === value),
    )
  return word ? { [word.field.key]: value } : emptyVariant(variant)
}

interface VariantsProps extends NodeProps {
  variants: readonly PanelVariant[]
}

/** The choice between the types of a part, and its editor in the chosen one. */
function VariantEditor({ variants, ...props }: VariantsProps) {
  const { value, onChange } = props
  // An empty part is not written: the choice counts until the value is another one.
  const [chosen, setChosen] = useState<{ name: string; value: unknown } | null>(null)
  const find = (name: string) => variants.find((entry) => getName(entry) === name)
  const variant = (chosen?.value === value && find(chosen?.name ?? '')) || findVariant(variants, value)
  return (
    <>
      <Segmented
        className="view-design-variants"
        aria-label="写法"
        value={variant ? getName(variant) : 'absent'}
        options={[
          { value: 'absent', label: '不设' },
          ...variants.map((entry) => ({
            value: getName(entry),
            label: entry.title ?? typeTitles[entry.type],
          })),
        ]}
        onChange={(name) => {
          const other = find(name)
          const first = other && startVariant(other, value)
          setChosen({ name, value })
          if (!other || !isEmpty(first, other.node)) onChange(first)
        }}
      />
      {variant && <NodeEditor {...props} key={getName(variant)} node={variant.node} />}
    </>
  )
}

/** A value without a keyword. Other words are another form, so the list of the one word stays the same. */
function ValueEditor({ word, value, fieldKeys, onChange }: NodeProps & { word: PanelWord }) {
  const words = useMemo(() => [word], [word])
  return (
    <PanelForm
      words={words}
      value={value === undefined ? {} : { [valueKey]: value }}
      fieldKeys={fieldKeys}
      onChange={(next) => onChange(next[valueKey])}
    />
  )
}

interface ChoiceProps {
  title: string
  node: PanelNode | undefined
  options: readonly PlainOption[]
  value: unknown
  onChange(value: unknown): void
}

/** The values of a part that need no panel, chosen beside the entry of the part. */
function PlainChoice({ title, node, options, value, onChange }: ChoiceProps) {
  const isPlain = typeof (value ?? false) !== 'object'
  return (
    <>
      <span aria-hidden>{title}</span>
      <Select
        aria-label={title}
        value={isPlain ? JSON.stringify(value ?? null) : 'panel'}
        options={[
          { value: 'null', label: '缺省' },
          ...options.map((option) => ({ value: JSON.stringify(option.value), label: option.text })),
          ...(isPlain ? [] : [{ value: 'panel', label: partSummary(value, node) }]),
        ]}
        onChange={(chosen: string) => chosen !== 'panel' && onChange(JSON.parse(chosen) ?? undefined)}
      />
    </>
  )
}

interface ObjectProps extends Pick<NodeProps, 'path' | 'fieldKeys' | 'onChange' | 'onOpen'> {
  panel: SettingsPanel
  value: JsonObject
}

function ObjectEditor({ panel, path, value, fieldKeys, onChange, onOpen }: ObjectProps) {
  const words = useMemo(() => panel.filter(({ shape }) => shape !== 'nested'), [panel])
  const parts = panel.filter(({ shape }) => shape === 'nested')
  return (
    <>
      {parts.length > 0 && (
        <ul className="view-design-parts">
          {parts.map(({ field: { key, title, help }, node }) => {
            const options = plainOptions(node)
            const hint = String(help ?? '')
            return (
              <li key={key} title={hint}>
                {options && (
                  <PlainChoice
                    title={String(title)}
                    node={node}
                    options={options}
                    value={value[key]}
                    onChange={(chosen) => {
                      const { [key]: _, ...rest } = value
                      onChange(chosen === undefined ? rest : { ...value, [key]: chosen })
                    }}
                  />
                )}
                <button
                  type="button"
                  aria-label={options && `${title}的详细设置`}
                  onClick={() => onOpen(key)}
                >
                  {!options && (
                    <>
                      <span>{title}</span>
                      <small>{partSummary(value[key], node)}</small>
                    </>
                  )}
                  <RightOutlined aria-hidden />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <PanelForm words={words} path={path} value={value} fieldKeys={fieldKeys} onChange={onChange} />
    </>
  )
}

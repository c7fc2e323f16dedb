import { DeleteOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { type DraftGroup, type DraftItem, isDraftGroup } from '#runtime/rules/advanced-query/draft.ts'
import { MAX_DEPTH } from '#runtime/rules/advanced-query/model.ts'
import { ConditionRow, type DrawValue } from './ConditionRow.tsx'
import type { QueriedFields } from './fields.ts'
import './advanced-query.css'

interface Props {
  group: DraftGroup
  fields: QueriedFields
  /** 1 for the outermost group. */
  depth: number
  /** The detail table of an enclosing group. */
  detail?: string
  drawValue?: DrawValue | undefined
  newId(): number
  onChange(group: DraftGroup): void
  /** Absent for the outermost group. */
  onRemove?(): void
}

const matchOptions = [
  { value: 'and' as const, label: '且' },
  { value: 'or' as const, label: '或' },
]

/** The conditions and groups of a group, its match type, and buttons that add to it. */
export function GroupEditor({
  group,
  fields,
  depth,
  detail = group.detail,
  drawValue,
  newId,
  onChange,
  onRemove,
}: Props) {
  const { params } = group
  const change = (next: readonly DraftItem[]) => onChange({ ...group, params: next })
  const replace = (item: DraftItem) => change(params.map((old) => (old.id === item.id ? item : old)))
  const remove = (id: number) => change(params.filter((item) => item.id !== id))
  const condition = () => ({ id: newId(), field: '', rule: 'eq' as const, val: '' })
  const addGroup = (key?: string) => {
    const added = { id: newId(), matchType: group.matchType === 'and' ? ('or' as const) : ('and' as const) }
    // The conditions on one row are joined by and at first.
    const rows = key === undefined ? added : { ...added, matchType: 'and' as const, detail: key }
    change([...params, { ...rows, params: [condition()] }])
  }
  const tables = detail === undefined ? listTables(fields) : []
  return (
    <fieldset className="pro-advanced-group" data-nested={depth > 1 || undefined}>
      <legend>{titleOfGroup(group, fields)}</legend>
      <div className="pro-advanced-head">
        <Segmented
          aria-label="匹配方式"
          size="small"
          value={group.matchType}
          options={matchOptions}
          onChange={(matchType) => onChange({ ...group, matchType })}
        />
        <span className="pro-advanced-note">
          {group.matchType === 'and' ? '满足全部条件' : '满足任一条件'}
        </span>
        {onRemove && (
          <Button
            type="text"
            size="small"
            aria-label="删除条件组"
            icon={<DeleteOutlined aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
      {params.map((item) =>
        isDraftGroup(item) ? (
          <GroupEditor
            key={item.id}
            group={item}
            fields={fields}
            depth={depth + 1}
            detail={detail ?? item.detail}
            drawValue={drawValue}
            newId={newId}
            onChange={replace}
            onRemove={() => remove(item.id)}
          />
        ) : (
          <ConditionRow
            key={item.id}
            condition={item}
            detail={detail}
            fields={fields}
            drawValue={drawValue}
            onChange={replace}
            onRemove={() => remove(item.id)}
          />
        ),
      )}
      <div className="pro-advanced-add">
        <Button size="small" onClick={() => change([...params, condition()])}>
          添加条件
        </Button>
        {depth < MAX_DEPTH && (
          <Button size="small" onClick={() => addGroup()}>
            添加条件组
          </Button>
        )}
        {depth < MAX_DEPTH &&
          tables.map(([key, title]) => (
            <Button size="small" key={key} onClick={() => addGroup(key)}>
              添加「{title}」条件
            </Button>
          ))}
      </div>
    </fieldset>
  )
}

/** The detail tables of the fields: key and title. */
const listTables = (fields: QueriedFields): [string, string][] => [
  ...new Map(
    [...fields.values()].flatMap(({ path, detail }): [string, string][] =>
      detail === undefined ? [] : [[path.split('.')[0] ?? '', detail]],
    ),
  ),
]

const titleOfGroup = ({ detail }: DraftGroup, fields: QueriedFields): string => {
  if (detail === undefined) return '条件组'
  return `含有这样的${listTables(fields).find(([key]) => key === detail)?.[1] ?? '明细'}`
}

import { useRef } from 'react'
import { type Field, isDetail } from '#runtime/schema/types.ts'
import { DetailColumns } from './DetailColumns.tsx'
import { LayoutField } from './LayoutField.tsx'
import type { Goal } from './useLayoutDrop.ts'
import { type FieldEdits, fieldWidth } from './useLayoutEdits.ts'

export interface Place {
  keys: readonly string[]
  /** The group of the fields; absent: they stand in none. */
  group: number | undefined
  fields: ReadonlyMap<string, Field>
  columns: number
  /** The titles of all groups, a line each. */
  titles: string
  goal: Goal | undefined
  /** The path of the selected field, joined by `.`. */
  selected: string
  edits: FieldEdits
  /** Whether the columns of details stay as they are. */
  areColumnsFixed: boolean
}

/** The fields of a group in the columns of the form. */
export function FieldPlaces(props: Place & { isLeft?: boolean }) {
  const { keys, group, fields, columns, titles, goal, selected, edits, areColumnsFixed, isLeft } = props
  const grid = useRef<HTMLDivElement>(null)
  const isEmptyGoal = goal?.part.kind === 'group' && goal.part.at === group
  return (
    <div ref={grid} className="view-layout-grid" data-empty={keys.length === 0 || undefined}>
      {keys.length === 0 && (
        <p className="view-design-hint" data-over={isEmptyGoal || undefined}>
          空的分组：把字段拖到这里，或从菜单里删掉
        </p>
      )}
      {keys.map((key, at) => {
        const field = fields.get(key)
        if (!field) return null
        const isGoal = goal?.part.kind === 'field' && goal.part.key === key
        const { span, possible } = fieldWidth(field, columns)
        return (
          <LayoutField
            key={key}
            field={field}
            at={at}
            group={group}
            span={span}
            columns={possible}
            grid={grid}
            titles={titles}
            mark={isGoal ? goal.side : undefined}
            isSelected={selected === key}
            isLeft={isLeft === true}
            edits={edits}
          >
            {isDetail(field) && (
              <DetailColumns
                detail={field}
                goal={goal?.part.kind === 'column' && goal.part.detail === key ? goal : undefined}
                selected={selected}
                isFixed={areColumnsFixed}
                onSelect={edits.select}
              />
            )}
          </LayoutField>
        )
      })}
    </div>
  )
}

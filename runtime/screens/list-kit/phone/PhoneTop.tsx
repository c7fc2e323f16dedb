import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { totalLabel } from '../table/ListPager.tsx'
import type { List } from '../useList.ts'
import { QueryChips } from './QueryChips.tsx'
import type { Search } from './QuerySheet.tsx'
import { SortMenu } from './SortMenu.tsx'
import './phone.css'

export interface Props {
  list: List
  search: Search
  /** The category tree of the list. */
  side?: ReactNode
  /** The saved queries are views of the list. */
  hasViews?: boolean
  isSelecting?: boolean
  /** The records are not drawn as entries: total and order have no meaning. */
  hasOwnView?: boolean
}

/** Above the entries of a phone's list: the query, the total and the order. */
export function PhoneTop({ list, search, side, hasViews, isSelecting, hasOwnView }: Props) {
  return (
    <>
      <QueryChips list={list} search={search} side={side} hasViews={hasViews} />
      {!hasOwnView && list.total > 0 && (
        <div className="pro-phone-total">
          {isSelecting ? <SelectAll list={list} /> : <span className="pro-num">{totalLabel(list)}</span>}
          <SortMenu list={list} />
        </div>
      )}
    </>
  )
}

/** Selects all rows of the page; rows selected on other pages stay selected. */
function SelectAll({ list }: { list: List }) {
  const ids = list.rows.map(({ id }) => id)
  const others = [...list.selected.keys()].filter((id) => !ids.includes(id))
  const count = ids.filter((id) => list.selected.has(id)).length
  return (
    <Checkbox
      checked={ids.length > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={({ target }) => list.select(target.checked ? [...others, ...ids] : others)}
    >
      全选本页
    </Checkbox>
  )
}

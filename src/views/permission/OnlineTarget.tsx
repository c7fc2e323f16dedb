import { Select } from 'antd'
import { useMemo } from 'react'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import './permission.css'
import { type OnlinePage, onlineAddress } from './online-pages.ts'

interface Props {
  page: OnlinePage
  index: readonly IndexEntry[]
  /** The address of the entry. */
  url: unknown
  onPath(url: string): void
}

/** Selects noun an online list shows; the choice writes the address of the entry, which may also be typed. */
export function OnlineTarget({ page, index, url, onPath }: Props) {
  const options = useMemo(
    () =>
      index
        .filter((entry) => hasCapability(entry, page.shows))
        .map((entry) => ({ value: onlineAddress(page, entry), label: entry.title }))
        .sort((a, b) => a.label.localeCompare(b.label, 'zh-CN')),
    [index, page],
  )
  const noun = page.shows === 'hasQuery' ? '报表' : '界面'
  return (
    <Select
      className="view-menu-online-target"
      aria-label={`要显示的${noun}`}
      value={
        options.find(({ value }) => value === url || (page.rest && String(url).startsWith(value)))?.value
      }
      options={options}
      showSearch
      optionFilterProp="label"
      placeholder={`要显示的${noun}，选了就写好菜单路径；路径里也可以写表名`}
      onChange={onPath}
    />
  )
}

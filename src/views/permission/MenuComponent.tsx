import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { ReadOnlyText } from '#runtime/fields/kit/text/ReadOnlyText.tsx'
import { hasPage } from '#runtime/resolve/component.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { OnlineTarget } from './OnlineTarget.tsx'
import { onlinePages } from './online-pages.ts'
import { shellPages } from './shell-pages.ts'

const named = ([value, title]: [string, string]) => ({ value, title, label: `${title} ${value}` })

/** The pages of the application, the online lists and the documents that have a page, in three groups. */
const listGroups = (index: readonly IndexEntry[]) => [
  { label: '系统', options: Object.entries(shellPages).map(named) },
  {
    label: '在线列表',
    options: Object.entries(onlinePages).map(([value, { title }]) => named([value, title])),
  },
  {
    label: '界面文档',
    options: index
      .filter((entry) => hasPage(entry))
      .map(({ id, title }) => named([id, title]))
      .sort((a, b) => a.title.localeCompare(b.title, 'zh-CN')),
  },
]

/** Selects what a menu entry opens: a document or a page of the application, by title or by name. */
export function MenuComponent(props: ControlProps) {
  const { id, field, value, values, onChange, patch, onBlur, disabled, readOnly, invalid, autoFocus } = props
  const { http } = useServices()
  const { data: index, isFetching } = useQuery(indexQuery(http))
  const groups = useMemo(() => listGroups(index ?? []), [index])
  const component = typeof value === 'string' ? value : null
  const option = groups.flatMap(({ options }) => options).find((entry) => entry.value === component)
  if (readOnly)
    return <ReadOnlyText {...(props as ControlProps<string>)} text={option?.label ?? component ?? ''} />
  const online = component === null ? undefined : onlinePages[component]
  const select = (
    <Select
      id={id}
      aria-label={getTitle(field)}
      value={component}
      // A client of another product may have stored a component that does not exist here.
      options={option || component === null ? groups : [...groups, { value: component, label: component }]}
      loading={isFetching && !index}
      showSearch
      optionFilterProp="label"
      allowClear
      placeholder="请选择或查找界面"
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      autoFocus={autoFocus}
      onBlur={onBlur}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  )
  if (!online || disabled) return select
  return (
    <>
      {select}
      <OnlineTarget index={index ?? []} page={online} url={values.url} onPath={(url) => patch({ url })} />
    </>
  )
}

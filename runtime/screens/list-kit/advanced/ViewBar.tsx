import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tabs } from 'antd'
import { useState } from 'react'
import type { SavedQuery } from '#runtime/data/saved-queries.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { ListMemory } from '../list-memory.ts'
import type { List } from '../useList.ts'
import { SaveView } from './SaveView.tsx'
import { useViewChanges } from './useViewChanges.tsx'
import type { useViews } from './useViews.ts'
import { isChanged } from './view-settings.ts'
import './saved-views.css'

interface Props {
  list: List
  memory: ListMemory
  views: ReturnType<typeof useViews>
}

const scopes = { private: '', depart: '本部门', public: '所有人' } as const

/** The views of a list as tabs. Most lists have no saved queries, so it is a chunk of its own. */
export function ViewBar({ list, memory, views }: Props) {
  const [isSaving, setSaving] = useState(false)
  const { queries, options, value, show } = views
  const current = queries.find(({ id }) => id === value)
  return (
    <div className="pro-views">
      <Tabs
        size="small"
        aria-label="视图"
        activeKey={value}
        items={options.map(({ value: key, label }) => ({
          key,
          label: <Title saved={queries.find(({ id }) => id === key)} label={label} />,
        }))}
        onTabClick={(key) => show(key)}
      />
      {/* Not in the extra content of the tabs: a list of tabs may have no other children. */}
      {current && <ViewMenu view={current} list={list} memory={memory} views={views} />}
      <Button type="link" size="small" onClick={() => setSaving(true)}>
        保存为视图
      </Button>
      {isSaving && <SaveView list={list} memory={memory} onClose={() => setSaving(false)} />}
    </div>
  )
}

/** The title of a view; whose it is, for a shared one. */
const Title = ({ saved, label }: { saved: SavedQuery | undefined; label: string }) => (
  <span title={saved && !saved.isOwn ? `${saved.owner}共享（${scopes[saved.visibility]}）` : undefined}>
    {label}
  </span>
)

/** What can be done with the current view. */
function ViewMenu({ view, list, memory, views }: Props & { view: SavedQuery }) {
  const { can } = useServices()
  const { holder, update, rename, move, setDefault, remove } = useViewChanges(list, memory, views)
  const at = views.queries.indexOf(view)
  // A public view of a user who has left is kept by those who may publish.
  const canChange = view.isOwn || (view.visibility === 'public' && can('sys:query:publish'))
  const runs: Record<string, () => void> = {
    update: () => update(view),
    rename: () => rename(view),
    before: () => move(view, -1),
    behind: () => move(view, 1),
    default: () => setDefault(view),
    remove: () => remove(view),
  }
  return (
    <>
      {holder}
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...(canChange
              ? [
                  { key: 'update', label: '按现在的样子更新', disabled: !isChanged(list, memory, view) },
                  { key: 'rename', label: '重命名' },
                ]
              : []),
            { key: 'before', label: '向前移', disabled: at === 0 },
            { key: 'behind', label: '向后移', disabled: at === views.queries.length - 1 },
            { key: 'default', label: view.isDefault ? '取消默认' : '设为默认' },
            ...(canChange ? [{ key: 'remove', label: '删除', danger: true }] : []),
          ],
          onClick: ({ key }) => void runs[key]?.(),
        }}
      >
        <Button
          type="text"
          size="small"
          aria-label={`视图「${view.title}」的操作`}
          icon={<MoreOutlined aria-hidden />}
        />
      </Dropdown>
    </>
  )
}

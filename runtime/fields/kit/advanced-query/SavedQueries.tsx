import { DeleteOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { removeQuery, type SavedQuery, saveQuery, setDefaultQuery } from '#runtime/data/saved-queries.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import { normalizeQuery } from '#runtime/rules/advanced-query/read.ts'
import { useServices } from '#runtime/services/services.tsx'
import { findQueryFault } from './query-fault.ts'
import { type SaveAnswer, SaveQuery } from './SaveQuery.tsx'
import { useQueryChanges } from './useQueryChanges.ts'
import { useSavedQueries } from './useSavedQueries.ts'

interface Props {
  /** The id of the list's document. */
  listId: string
  /** The query that is edited now. */
  query: ConditionGroup
  /** The list opens with the user's default query. */
  hasDefault?: boolean
  onOpen(query: ConditionGroup): void
  onSaved(): void
}

const scopes = { private: '', depart: '本部门', public: '所有人' } as const

/** The saved queries of a list: opening, saving, deleting, and choosing the default one. */
export function SavedQueries({ listId, query, hasDefault, onOpen, onSaved }: Props) {
  const { http, notify, can } = useServices()
  const { queries, reload } = useSavedQueries(listId)
  const [isSaving, setSaving] = useState(false)
  const { holder, send, resolveName, confirmRemoval } = useQueryChanges({ queries, reload })
  const canPublish = can('sys:query:publish')

  const begin = () => {
    const fault = findQueryFault(query, 'EMPTY_QUERY_SAVE')
    if (fault === null) setSaving(true)
    else notify('warning', fault)
  }
  const save = async (answer: SaveAnswer) => {
    const name = await resolveName('高级查询', answer)
    if (name && (await send(saveQuery(http, listId, { ...name, query: normalizeQuery(query) })))) {
      onSaved()
      setSaving(false)
    }
  }
  const remove = async ({ id }: SavedQuery) => {
    if (await confirmRemoval('高级查询')) await send(removeQuery(http, listId, id))
  }
  return (
    <section className="pro-saved" aria-label="视图">
      {holder}
      <div className="pro-saved-head">
        <b>视图</b>
        <Button size="small" onClick={begin}>
          保存
        </Button>
      </div>
      {queries.length === 0 && <p className="pro-saved-note">保存的视图会列在这里，并显示在列表上方。</p>}
      <ul>
        {queries.map((saved) => (
          <li key={saved.id}>
            <Button type="text" size="small" title={saved.title} onClick={() => onOpen(saved.query)}>
              {saved.title}
            </Button>
            <span className="pro-saved-note">{scopes[saved.visibility]}</span>
            {hasDefault && (
              <Tooltip title={saved.isDefault ? '取消默认' : '设为默认'}>
                <Button
                  type="text"
                  size="small"
                  aria-label={`${saved.isDefault ? '取消默认' : '设为默认'} ${saved.title}`}
                  aria-pressed={saved.isDefault}
                  icon={saved.isDefault ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
                  onClick={() => void send(setDefaultQuery(http, listId, saved.isDefault ? null : saved.id))}
                />
              </Tooltip>
            )}
            {(saved.isOwn || (saved.visibility === 'public' && canPublish)) && (
              <Button
                type="text"
                size="small"
                aria-label={`删除 ${saved.title}`}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => void remove(saved)}
              />
            )}
          </li>
        ))}
      </ul>
      {isSaving && <SaveQuery canPublish={canPublish} onSave={save} onClose={() => setSaving(false)} />}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import Input from 'antd/es/input/Input'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { AppRuntime } from '../runtime/AppRuntime.tsx'
import { permissionsAtom } from '../session/state.ts'
import { type ExplainedEntry, missingEntries } from './missing-entries.ts'
import { RoleNames } from './RoleNames.tsx'
import './access.css'

/** More entries than these have a search. */
const MANY = 8

interface Props {
  /** The address of a page that could not be opened; its entry is first. */
  path: string
  onClose(): void
}

/** Why pages are missing in the menu, in one sentence each, with the roles that have them. */
export const MenuNote = (props: Props) => (
  // The menu is outside of every page, and so of the runtime of pages.
  <AppRuntime>
    <Dialog {...props} />
  </AppRuntime>
)

function Dialog({ path, onClose }: Props) {
  const { http } = useServices()
  const [word, setWord] = useState('')
  const menu = useAtomValue(permissionsAtom)?.menu ?? []
  const entries = useQuery({
    queryKey: ['access', 'menu'],
    queryFn: ({ signal }) => http.get<ExplainedEntry[]>('/sys/permission/explainMenu', undefined, signal),
    staleTime: 0,
  })
  const missing = missingEntries(entries.data ?? [], menu, path)
  const found = missing.filter(({ title, groups }) => [title, ...groups].join('/').includes(word.trim()))
  return (
    <Modal open title="菜单说明" footer={null} onCancel={onClose}>
      {entries.isPending && <TextSkeleton rows={4} />}
      {entries.error && <p>{errorMessage(entries.error)}</p>}
      {entries.data && missing.length === 0 && <p>菜单里没有缺少的页面。</p>}
      {missing.length > MANY && (
        <Input
          allowClear
          className="app-menu-note-search"
          placeholder="按名称查找"
          aria-label="按名称查找"
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
      )}
      {missing.length > 0 && found.length === 0 && <p>没有缺少名称含「{word.trim()}」的页面。</p>}
      <ul className="app-access-note">
        {found.map(({ id, title, groups, because, isGranted, roles }) => (
          <li key={id}>
            {groups.length > 0 && `${groups.join('／')}／`}「{title}」：{because}。
            {!isGranted && <RoleNames roles={roles} onLeave={onClose} />}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

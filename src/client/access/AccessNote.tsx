import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useAtomValue } from 'jotai'
import { useDocumentLoader } from '#runtime/services/documents.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { permissionsAtom } from '../session/state.ts'
import { RoleNames } from './RoleNames.tsx'
import { namedFirst, type Withheld, withheldPlaces } from './withheld.ts'
import './access.css'

interface Explained {
  code: string
  roles: { id: string; name: string }[]
}

interface Props {
  /** The id of the screen. */
  id: string
  text: string
  isDisabled: boolean
  onClose(): void
}

const noLists = { auth: [], allAuth: [] }

/** Why places of a screen are missing or disabled, in one sentence each, with the roles that have the right. */
export function AccessNote({ id, text, isDisabled, onClose }: Props) {
  const { http } = useServices()
  const { loadScreen } = useDocumentLoader()
  const lists = useAtomValue(permissionsAtom) ?? noLists
  const places = useQuery({
    queryKey: ['access', 'places', id, lists],
    queryFn: async () => withheldPlaces(await loadScreen(id), lists),
  })
  const codes = places.data?.map(({ code }) => code).join() ?? ''
  const roles = useQuery({
    queryKey: ['access', 'roles', codes],
    queryFn: ({ signal }) => http.get<Explained[]>('/sys/permission/explain', { codes }, signal),
    enabled: codes !== '',
  })
  const listRoles = ({ code }: Withheld) => roles.data?.find((entry) => entry.code === code)?.roles ?? []
  const found = namedFirst(places.data ?? [], text)
  return (
    <Modal open title="权限说明" footer={null} onCancel={onClose}>
      {isDisabled && (
        <p>「{text}」显示着，说明已有权限；现在不能点，是因为还没有选中记录，或记录的状态不允许。</p>
      )}
      {places.isPending && <TextSkeleton rows={2} />}
      {places.error && <p>{errorMessage(places.error)}</p>}
      {places.data?.length === 0 && !isDisabled && <p>这个界面的按钮和字段都有权限，没有因权限而缺少的。</p>}
      <ul className="app-access-note">
        {found.map((place) => (
          <li key={place.code}>
            「{place.title}」没有：{place.because}。
            {roles.data && <RoleNames roles={listRoles(place)} onLeave={onClose} />}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { adminRole } from '#runtime/access/admin-role.ts'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { RoleGrants } from '#views/role/RoleGrants.tsx'
import { type RoleRow, useRoles } from '../useRoles.ts'

interface Props {
  /** The title of the screen, by which the permissions of a role are searched. */
  title: string
  onClose(): void
}

/** The roles; the permissions of one open at those of the screen, with its buttons and its data rules. */
export function ScreenGrants({ title, onClose }: Props) {
  const [role, setRole] = useState<RoleRow | null>(null)
  const { data, error } = useRoles()
  // The role of the administrators grants nothing: they have all permissions without it.
  const roles = data?.filter(({ id }) => id !== adminRole)
  return (
    <Drawer open title={`权限控制：${title}`} width={420} onClose={onClose}>
      {error && <StateNote tone="error" title="没有读到角色" text={errorMessage(error)} />}
      {!data && !error && <TextSkeleton rows={4} />}
      {roles?.length === 0 && <StateNote title="还没有角色" text="先在「角色管理」里新增角色。" />}
      <ul className="view-design-revisions">
        {roles?.map((entry) => (
          <li key={entry.id}>
            <div>
              <b>{entry.roleName}</b>
              <code>{entry.roleCode}</code>
              <span className="pro-gap" />
              <Button
                type="link"
                size="small"
                aria-label={`给${entry.roleName}授权`}
                onClick={() => setRole(entry)}
              >
                授权
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {role && <RoleGrants row={{ ...role }} firstSearch={title} onClose={() => setRole(null)} />}
    </Drawer>
  )
}

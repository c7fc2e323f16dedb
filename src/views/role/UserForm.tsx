import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '#runtime/fields/context.tsx'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

const FormHost = lazyPart(async () => (await import('#runtime/screens/form/FormHost.tsx')).FormHost)

const userScreen = 'system/user'

interface Props {
  mode: 'add' | 'edit' | 'detail'
  /** Absent for a new user. */
  id?: string
  /** The first values of a new user. */
  defaults: Readonly<Record<string, string>>
  onClose(): void
  onSaved(): void
}

/** The form of 用户管理 over the users of a role or a department. */
export function UserForm({ mode, id, defaults, onClose, onSaved }: Props) {
  const { loadScreen } = useRuntime()
  const screen = useQuery({
    queryKey: ['linked-users', 'form'],
    queryFn: async () => ofKind(await loadScreen(userScreen), 'screen') ?? null,
  })
  if (!screen.data) return null
  return (
    <FormHost
      screen={screen.data}
      mode={mode}
      id={id}
      defaults={mode === 'add' ? { ...defaults } : undefined}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

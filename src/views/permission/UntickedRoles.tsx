import { useQuery } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { errorMessage } from '#runtime/ui/error-message.ts'
import type { DataRule } from './RuleList.tsx'

/** A role that may open the entry and has none of its valid rules. */
interface UntickedRole {
  id: string
  name: string
  /** How many users therefore see no record. */
  people: number
  canTick: boolean
}

interface Props {
  /** The id of the menu entry. */
  permissionId: string
  rules: readonly DataRule[]
  /** The rules of roles have changed. */
  onTick(): void
}

/** The right to give rules to roles. */
const grantCode = 'role:grant'
/** How many roles the notice names. */
const MAX_NAMED = 8

function namesOf(roles: readonly UntickedRole[]): string {
  const named = roles
    .slice(0, MAX_NAMED)
    .map(({ name, people }) => `「${name}」${people > 0 ? `（${people} 人）` : ''}`)
  return named.join('、') + (roles.length > MAX_NAMED ? `等 ${roles.length} 个角色` : '')
}

/** Says which roles see no record because none of the rules is ticked for them, and ticks one for all of them. */
export function UntickedRoles({ permissionId, rules, onTick }: Props) {
  const { http, notify, can } = useRuntime()
  const [isSaving, setSaving] = useState(false)
  const valid = rules.filter(({ status }) => status === '1')
  const { data = [], refetch } = useQuery({
    queryKey: ['permission', 'unticked', permissionId, valid.map(({ id }) => id)],
    queryFn: ({ signal }) => http.get<UntickedRole[]>('/sys/role/withoutDatarule', { permissionId }, signal),
    staleTime: 0,
    gcTime: 0,
  })
  if (data.length === 0) return null
  const open = data.filter(({ canTick }) => canTick)
  const closed = data.filter(({ canTick }) => !canTick)
  const tick = async ({ id }: DataRule) => {
    setSaving(true)
    try {
      const body = { ruleId: id, roleIds: open.map((role) => role.id) }
      notify('success', (await http.send<null>('POST', '/sys/role/tickDatarule', body)).message)
      onTick()
    } catch (error) {
      notify('error', errorMessage(error))
    } finally {
      setSaving(false)
      void refetch()
    }
  }
  return (
    <div className="view-menu-unticked" role="status">
      <p>{`角色${namesOf(data)}没有勾选这里的任何一条有效规则，看不到记录。`}</p>
      {closed.length > 0 && <p>{`${namesOf(closed)}没有这个菜单的授权，要先在角色的授权里勾选菜单。`}</p>}
      {open.length > 0 && can(grantCode) && (
        <Flex wrap gap="small">
          {valid.map((rule) => (
            <Button key={rule.id} loading={isSaving} onClick={() => void tick(rule)}>
              {closed.length > 0
                ? `为其余角色勾选「${rule.ruleName}」`
                : `为这些角色勾选「${rule.ruleName}」`}
            </Button>
          ))}
        </Flex>
      )}
    </div>
  )
}

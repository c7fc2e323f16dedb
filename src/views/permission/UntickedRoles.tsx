import { useQuery } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import type { DataRule } from './RuleList.tsx'

/** A role that may open the entry and has none of its valid rules. */
interface UntickedRole {
  id: string
  name: string
  /** The department to which the role belongs. */
  depart: string | null
  /** How many users therefore see no record. */
  people: number
  /** The rules that may be ticked for it. */
  rules: readonly string[]
}

interface Props {
  /** The id of the menu entry. */
  permissionId: string
  rules: readonly DataRule[]
  /** The rules of roles have changed. */
  onTick(): void
}

/** The rights to give rules to roles, and to the roles of departments. */
const grantCode = 'role:grant'
const departGrantCode = 'depart:role:grant'
/** How many roles the notice names. */
const MAX_NAMED = 8

function formatNames(roles: readonly UntickedRole[]): string {
  const named = roles.slice(0, MAX_NAMED).map(({ name, depart, people }) => {
    const notes = [
      ...(depart === null ? [] : [`${depart}的部门角色`]),
      ...(people > 0 ? [`${people} 人`] : []),
    ]
    return `「${name}」${notes.length > 0 ? `（${notes.join('，')}）` : ''}`
  })
  return named.join('、') + (roles.length > MAX_NAMED ? `等 ${roles.length} 个角色` : '')
}

/** Says which roles see no record because none of the rules is ticked for them, and ticks one for all of them. */
export function UntickedRoles({ permissionId, rules, onTick }: Props) {
  const { http, notify, can } = useServices()
  const [isSaving, setSaving] = useState(false)
  const valid = rules.filter(({ status }) => status === '1')
  const { data = [], refetch } = useQuery({
    queryKey: ['permission', 'unticked', permissionId, valid.map(({ id }) => id)],
    queryFn: ({ signal }) => http.get<UntickedRole[]>('/sys/role/withoutDatarule', { permissionId }, signal),
    staleTime: 0,
    gcTime: 0,
  })
  if (data.length === 0) return null
  const closed = data.filter((role) => role.rules.length === 0)
  /** The roles for which the user may tick the rule. */
  const rolesFor = ({ id }: DataRule) =>
    data.filter((role) => role.rules.includes(id) && (role.depart === null || can(departGrantCode)))
  const tick = async (rule: DataRule) => {
    setSaving(true)
    const listIds = (roles: readonly UntickedRole[]) => roles.map(({ id }) => id)
    const roles = rolesFor(rule)
    try {
      const body = {
        ruleId: rule.id,
        roleIds: listIds(roles.filter(({ depart }) => depart === null)),
        departRoleIds: listIds(roles.filter(({ depart }) => depart !== null)),
      }
      notify('success', (await http.send<null>('POST', '/sys/role/tickDatarule', body)).message)
      onTick()
    } catch (error) {
      notify('error', errorMessage(error))
    } finally {
      setSaving(false)
      void refetch()
    }
  }
  const offered = can(grantCode) ? valid.filter((rule) => rolesFor(rule).length > 0) : []
  return (
    <div className="view-menu-unticked" role="status">
      <p>{`角色${formatNames(data)}没有勾选这里的任何一条有效规则，看不到记录。`}</p>
      {closed.length > 0 && <p>{`${formatNames(closed)}没有这个菜单的授权，要先在角色的授权里勾选菜单。`}</p>}
      {offered.length > 0 && (
        <Flex wrap gap="small">
          {offered.map((rule) => (
            <Button key={rule.id} loading={isSaving} onClick={() => void tick(rule)}>
              {rolesFor(rule).length < data.length
                ? `为其余角色勾选「${rule.ruleName}」`
                : `为这些角色勾选「${rule.ruleName}」`}
            </Button>
          ))}
        </Flex>
      )}
    </div>
  )
}

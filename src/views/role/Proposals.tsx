import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Tooltip } from 'antd'
import { useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'

interface Proposal {
  permissionId: string
  permissionName: string
  owner: string
  ownerTitle: string
}

interface Props {
  roleId: string
  /** False while ticks are not saved: a decision reloads them. */
  canDecide: boolean
  onDecide(): void
}

/** A menu entry has the title of its document, which is above the list already. */
const formatName = ({ permissionId, permissionName, owner }: Proposal): string =>
  permissionId === owner ? '打开页面' : permissionName

/** What documents propose for the role and nobody has decided on; nothing is drawn without proposals. */
export function Proposals({ roleId, canDecide, onDecide }: Props) {
  const { http, notify } = useServices()
  const [isBusy, setBusy] = useState(false)
  const { data = [], refetch } = useQuery({
    queryKey: ['role', 'proposals', roleId],
    queryFn: ({ signal }) => http.get<Proposal[]>('/sys/role/proposals', { roleId }, signal),
    staleTime: 0,
  })
  if (data.length === 0) return null

  const decide = async (state: 'granted' | 'dismissed', proposals: readonly Proposal[]) => {
    setBusy(true)
    try {
      const permissionIds = proposals.map(({ permissionId }) => permissionId).join(',')
      const body = { roleId, state, permissionIds }
      const { message } = await http.send<{ count: number }>('POST', '/sys/role/decideProposals', body)
      notify('success', message)
      onDecide()
    } catch (error) {
      notify('error', errorMessage(error))
    } finally {
      setBusy(false)
      await refetch()
    }
  }
  const decisions = (proposals: readonly Proposal[], confirm: string, of = '') => (
    <Tooltip title={canDecide ? undefined : '请先保存勾选的改动'}>
      <Flex gap="small" flex="none">
        <Button
          size="small"
          disabled={!canDecide || isBusy}
          aria-label={of && `${confirm}${of}`}
          onClick={() => decide('granted', proposals)}
        >
          {confirm}
        </Button>
        <Button
          size="small"
          type="text"
          disabled={!canDecide || isBusy}
          aria-label={of && `不授予${of}`}
          onClick={() => decide('dismissed', proposals)}
        >
          不授予
        </Button>
      </Flex>
    </Tooltip>
  )
  const owners = new Map<string, Proposal[]>()
  for (const proposal of data) owners.set(proposal.owner, [...(owners.get(proposal.owner) ?? []), proposal])

  return (
    <section className="view-role-proposals" aria-label="拟授权">
      <header>
        <div>
          <h2>拟授权</h2>
          <small>新界面建议给这个角色的权限，确认后才生效</small>
        </div>
        {decisions(data, '全部确认')}
      </header>
      <ul>
        {[...owners.values()].map((proposals) => (
          <li key={proposals[0]?.owner}>
            <span>
              <b>{proposals[0]?.ownerTitle}</b>
              <small>{proposals.map(formatName).join('、')}</small>
            </span>
            {owners.size > 1 && decisions(proposals, '确认', proposals[0]?.ownerTitle)}
          </li>
        ))}
      </ul>
    </section>
  )
}

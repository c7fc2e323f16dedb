import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId } from 'react'
import { indexQuery } from '#runtime/data/documents.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { isComplete, suggestMoves } from '../approval/suggest-moves.ts'
import type { LedScreen } from '../approval/useLedScreen.ts'

interface Props {
  value: string | undefined
  led: LedScreen
  onChange(id: string): void
}

/** Why a workflow cannot be made for the chosen screen; empty where it can. */
export function findFlowFault({ screen, isLoading, error }: LedScreen): string {
  if (isLoading) return '正在读取界面'
  if (error) return errorMessage(error)
  return screen ? '' : '请选择界面'
}

const noFlow =
  '还没有带审批的界面。先在界面的设计器里从「更多」打开「审批」，选「提交 → 按流程审批」，发布以后再来新建流程。'

/** The screen whose records a new workflow leads: one with states and moves. */
export function FlowScreenChoice({ value, led, onChange }: Props) {
  const { http } = useServices()
  const { data, isPending } = useQuery(indexQuery(http))
  const id = useId()
  const screens = (data ?? []).filter(({ hasFlow }) => hasFlow)
  const { screen } = led
  const lacksMoves = screen !== undefined && !isComplete(suggestMoves(screen.flow))
  return (
    <>
      <label htmlFor={id}>界面</label>
      <Select
        id={id}
        showSearch
        optionFilterProp="label"
        placeholder="哪个界面的记录走这个流程"
        loading={isPending}
        value={value}
        options={screens.map((entry) => ({ value: entry.id, label: entry.title }))}
        onChange={onChange}
      />
      {!isPending && screens.length === 0 && <p className="view-design-hint">{noFlow}</p>}
      {lacksMoves && (
        <p className="view-design-hint">
          「{screen.title}
          」的审批缺少流程要用的动作：提交以后不能再改，再有通过和不必填写意见的退回。可以先设计流程，再按提示到它的「审批」里补上。
        </p>
      )}
    </>
  )
}

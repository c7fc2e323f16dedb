import { Tag } from 'antd'
import { useCallback, useSyncExternalStore } from 'react'
import { useRuntime } from '../../fields/context.tsx'
import type { ScreenDocument } from '../../schema/types.ts'
import type { Session } from './session.ts'

const tones: Record<string, string> = {
  green: 'success',
  orange: 'warning',
  red: 'error',
  blue: 'processing',
}

/** Kind, number, state: what the dialog is called. */
export function FormTitle({ screen, session }: { screen: ScreenDocument; session: Session | null }) {
  const { types, lookup } = useRuntime()
  const head = useHead(session)
  const number = screen.fields.find((field) => field.auto)?.key
  const state = screen.fields.find((field) => field.key === screen.flow?.field)
  const value = state && head?.[state.key]
  const text = state && value ? types.get(state.type)?.toText(value, state, lookup, 'cell') : undefined
  const tone = state?.tag?.[String(value)]
  return (
    <span className="pro-form-title">
      {screen.title}
      {number && head?.[number] ? <span className="pro-form-number">{String(head[number])}</span> : null}
      {text && (
        <Tag bordered={false} color={tone && tones[tone]}>
          {text}
        </Tag>
      )}
    </span>
  )
}

function useHead(session: Session | null) {
  const model = session?.model
  const subscribe = useCallback((changed: () => void) => model?.subscribeHead(changed) ?? (() => {}), [model])
  return useSyncExternalStore(subscribe, () => model?.head)
}

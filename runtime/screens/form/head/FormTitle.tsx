import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import { recordTitle } from '#runtime/schema/derive.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { StateTag } from '#runtime/ui/state/StateTag.tsx'
import { othersText } from '../session/useOthers.ts'
import type { Session } from '../session.ts'
import { useHead } from './useHead.ts'

interface Props {
  screen: ScreenDocument
  session: Session | null
  mode: RecordEnv['mode']
  isCopy: boolean
  /** Names of the other users with the record open. */
  others: readonly string[]
}

/** The title of a form: kind, number and state of its record. */
export function FormTitle({ screen, session, mode, isCopy, others }: Props) {
  const types = useFieldTypes()
  const { lookup } = useServices()
  const head = useHead(session)
  const number = screen.fields.find((field) => field.auto)?.key
  const state = screen.fields.find((field) => field.key === screen.flow?.field)
  const value = state && head?.[state.key]
  const text = state && value ? types.get(state.type)?.toText(value, state, lookup, 'cell') : undefined
  return (
    <span className="pro-form-title">
      {mode === 'detail' && <span>详细信息</span>}
      {mode === 'add' ? `${isCopy ? '复制' : '新增'}${recordTitle(screen.title)}` : recordTitle(screen.title)}
      {number && head?.[number] ? <span className="pro-form-number">{String(head[number])}</span> : null}
      {text && <StateTag value={value} text={text} tags={state?.tag} />}
      {others.length > 0 && (
        <span className="pro-form-others" title={others.join('、')}>
          {othersText(others)}
        </span>
      )}
    </span>
  )
}

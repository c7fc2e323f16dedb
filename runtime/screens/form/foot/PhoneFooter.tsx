import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { amountField } from '#runtime/schema/amount-field.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useHead } from '../head/useHead.ts'
import type { Session } from '../session.ts'
import { type FooterProps, OthersNote, Problems, SaveButton } from './footer-parts.tsx'

/** The bar at the bottom of a form on a phone: the total of the bill, 存草稿 and 保存. The way back is in the header. */
export function PhoneFooter({ state, actions, moves, steps }: FooterProps) {
  const { mode, isSaving, save, session, keepDraft } = state
  const isViewed = mode === 'detail'
  return (
    <div className="pro-form-foot" data-narrow>
      {session && !isViewed && <Problems session={session} focus={state.focus} />}
      <OthersNote state={state} />
      <span className="pro-foot-moves">
        {isViewed && actions}
        {moves}
      </span>
      {isViewed && steps}
      {session && <Total session={session} />}
      {!isViewed && (
        <>
          {mode === 'add' && (
            <Dropdown
              trigger={['click']}
              disabled={!session || isSaving}
              menu={{ items: [{ key: 'again', label: '保存并新增' }], onClick: () => void save('again') }}
            >
              <Button aria-label="更多" className="pro-foot-more" icon={<EllipsisOutlined aria-hidden />} />
            </Dropdown>
          )}
          {keepDraft && (
            <Button disabled={!session || isSaving} onClick={() => void keepDraft()}>
              存草稿
            </Button>
          )}
          <SaveButton state={state} />
        </>
      )}
    </div>
  )
}

/** The amount that the bill computes from its rows. */
function Total({ session }: { session: Session }) {
  const types = useFieldTypes()
  const { lookup } = useServices()
  const head = useHead(session)
  const fields = [...session.plan.fields.values()].map(({ field }) => field)
  const field = amountField(fields.filter(({ compute }) => compute !== undefined))
  const type = field && types.get(field.type)
  if (!field || !type) return null
  const value = type.fromWire(head?.[field.key] ?? null, field)
  return (
    <span className="pro-foot-total">
      <small>{getTitle(field)}</small>
      <b className="pro-num">{type.toText(value, field, lookup, 'full') || '—'}</b>
    </span>
  )
}

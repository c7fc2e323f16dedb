import { Button } from 'antd'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { type FooterProps, OthersNote, Problems, SaveButton } from './footer-parts.tsx'
import { PhoneFooter } from './PhoneFooter.tsx'

export function FormFooter(props: FooterProps) {
  const narrow = useNarrow()
  return narrow ? <PhoneFooter {...props} /> : <WideFooter {...props} />
}

function WideFooter({ state, onCancel, actions, moves, steps, isDeciding }: FooterProps) {
  const { mode, isSaving, save, session } = state
  if (mode === 'detail')
    return (
      <div className="pro-form-foot">
        {actions}
        {moves}
        <span className="pro-gap" />
        <OthersNote state={state} />
        {steps}
        <Button type={isDeciding ? 'default' : 'primary'} onClick={onCancel}>
          关闭
        </Button>
      </div>
    )
  return (
    <div className="pro-form-foot">
      {moves}
      {session && <Problems session={session} focus={state.focus} />}
      <span className="pro-gap" />
      <OthersNote state={state} />
      {state.draftSavedAt && <span className="pro-draft-note">草稿已自动保存 {state.draftSavedAt}</span>}
      <Button onClick={onCancel}>取消</Button>
      {mode === 'add' && (
        <Button disabled={!session || isSaving} onClick={() => void save('again')}>
          保存并新增
        </Button>
      )}
      <SaveButton state={state} />
    </div>
  )
}

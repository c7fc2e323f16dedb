import { Button, Modal, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { useRuntime } from '../../fields/context.tsx'
import { permOf } from '../../schema/derive.ts'
import { formLayout } from '../../schema/form-layout.ts'
import { askToDiscard } from '../parts/discard.ts'
import { textOf } from '../parts/errors.ts'
import { StateNote } from '../parts/StateNote.tsx'
import { FormBody } from './FormBody.tsx'
import { FormChrome } from './FormChrome.tsx'
import { FormFooter } from './FormFooter.tsx'
import { FormTitle } from './FormTitle.tsx'
import { type FormInput, useForm } from './useForm.ts'
import './form.css'

/** One open form: a dialog, a drawer or a page, as the document says. */
export function FormHost(props: FormInput) {
  const { can } = useRuntime()
  const isNew = props.mode === 'add' || props.mode === 'copy'
  return isNew && !can(`${permOf(props.screen)}:add`) ? null : <OpenForm {...props} />
}

function OpenForm(props: FormInput) {
  const { screen, onClose } = props
  const state = useForm(props)
  const { session, error, save, isUnsaved, discard, loadNewest } = state
  const [modal, holder] = Modal.useModal()
  const layout = formLayout(screen, state.mode)

  const close = async () => {
    if (isUnsaved() && !(await askToDiscard(modal))) return
    discard()
    onClose()
  }
  const askForNewest = () =>
    void modal.confirm({
      title: '载入最新',
      content: '载入后您输入的内容会丢失',
      okText: '载入最新',
      okButtonProps: { danger: true },
      cancelText: '继续填写',
      autoFocusButton: 'cancel',
      onOk: () => void loadNewest(),
    })
  useSaveKey(() => void save())

  return (
    <FormChrome
      open={layout.open}
      width={layout.width}
      title={<FormTitle screen={screen} session={session} />}
      footer={<FormFooter state={state} onCancel={() => void close()} />}
      ready={state.mode === 'detail' ? null : session}
      onClose={() => void close()}
    >
      {session ? (
        <FormBody state={state} session={session} onLoadNewest={askForNewest} />
      ) : error ? (
        <StateNote tone="error" title="没有加载出来" text={textOf(error)}>
          <Button onClick={state.retry}>再试一次</Button>
        </StateNote>
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
      {holder}
    </FormChrome>
  )
}

function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

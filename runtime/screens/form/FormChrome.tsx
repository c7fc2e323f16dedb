import { ArrowLeftOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Button, Drawer, Modal } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { focusFirst } from '#runtime/ui/focus/focus-first.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import './form.css'

interface Props {
  open: 'modal' | 'drawer' | 'page'
  width: number | `${number}%`
  title: ReactNode
  /** The page belongs to the form, not to its list. */
  whole?: boolean
  /** False: it can be left only by submitting it. */
  closable?: boolean
  footer: ReactNode
  /** Buttons beside the title of a page. */
  tools?: ReactNode
  /** Keys of the editable fields: with each new set the first one is focused. */
  ready: object | null
  onClose(): void
  children: ReactNode
}

/** Forms with few fields do not grow with the window. */
const worthFilling = 560

/** On a phone a form is left by an arrow at the left of its title. */
const backArrow = { closeIcon: <ArrowLeftOutlined aria-hidden />, 'aria-label': '返回' }

/** The frame of a form. Header and footer stay, the body scrolls. */
export function FormChrome({ open, width, title, footer, ready, onClose, children, ...more }: Props) {
  const { whole, tools, closable = true } = more
  const Title = whole ? 'h1' : 'span'
  const narrow = useNarrow()
  const [isFull, setFull] = useState(false)
  const [isOpened, setOpened] = useState(open === 'page')
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ready && isOpened) return focusFirst(body.current)
  }, [ready, isOpened])
  const content = (
    <div ref={body} className="pro-form-content">
      {children}
    </div>
  )

  if (open === 'page')
    return (
      <section className="pro-form-page" role={whole ? undefined : 'dialog'} aria-labelledby={id}>
        <header>
          {closable && (
            <Button
              type="text"
              aria-label={backArrow['aria-label']}
              icon={backArrow.closeIcon}
              onClick={onClose}
            />
          )}
          <Title id={id}>{title}</Title>
          {tools}
        </header>
        <div className="pro-form-page-body">{content}</div>
        <footer>{footer}</footer>
      </section>
    )
  if (open === 'drawer')
    return (
      <Drawer
        open
        className="pro-form-drawer"
        title={title}
        width={narrow ? '100%' : width}
        footer={footer}
        maskClosable={false}
        closable={closable && (!narrow || backArrow)}
        keyboard={closable}
        onClose={onClose}
        afterOpenChange={(visible) => visible && setOpened(true)}
      >
        {content}
      </Drawer>
    )
  const full = isFull || narrow
  return (
    <Modal
      open
      className="pro-form-modal"
      rootClassName={full ? 'pro-form-full' : undefined}
      title={title}
      width={full ? '100%' : width}
      footer={footer}
      maskClosable={false}
      closable={closable && (!narrow || backArrow)}
      keyboard={closable}
      onCancel={onClose}
      afterOpenChange={(visible) => visible && setOpened(true)}
      modalRender={(panel) => (
        <div className="pro-form-frame">
          {panel}
          {!narrow && (typeof width === 'string' || width >= worthFilling) && (
            <Button
              type="text"
              className="pro-full-toggle"
              aria-label={isFull ? '退出全屏' : '全屏'}
              icon={isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
              onClick={() => setFull(!isFull)}
            />
          )}
        </div>
      )}
    >
      {content}
    </Modal>
  )
}

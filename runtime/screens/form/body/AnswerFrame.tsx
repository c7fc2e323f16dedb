import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Answered, type AnsweredProps } from '#runtime/ui/errors/Answered.tsx'
import { FormChrome } from '../FormChrome.tsx'

interface Props<T> extends AnsweredProps<T> {
  open?: 'drawer' | 'modal'
  width: number
  title: string
  /** Buttons behind 关闭. */
  buttons?: ReactNode
  onClose(): void
}

/** What a query answers, in a drawer or a dialog over the page that only shows it. */
export function AnswerFrame<T>({ open = 'drawer', width, title, buttons, onClose, ...answer }: Props<T>) {
  return (
    <FormChrome
      open={open}
      width={width}
      title={title}
      ready={null}
      onClose={onClose}
      footer={
        <div className="pro-form-foot">
          <span className="pro-gap" />
          <Button onClick={onClose}>关闭</Button>
          {buttons}
        </div>
      }
    >
      <Answered {...answer} />
    </FormChrome>
  )
}

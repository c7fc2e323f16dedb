import { Button, Result, Steps as StepBar } from 'antd'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import type { Steps } from './useSteps.ts'
import './form-progress.css'

interface Props {
  steps: Steps | undefined
  /** The text of the page at the end of the form; undefined while it is filled. */
  done: string | undefined
  onAgain(): void
  onClose(): void
}

/** Above a form that is filled step by step: the steps; after its submission: what became of it. */
export function FormProgress({ steps, done, onAgain, onClose }: Props) {
  const narrow = useNarrow()
  const isDone = done !== undefined
  return (
    <>
      {steps && (
        <StepBar
          className="pro-form-steps"
          current={isDone ? steps.titles.length : steps.at}
          direction={narrow ? 'vertical' : 'horizontal'}
          size="small"
          items={[...steps.titles, '完成'].map((title) => ({ title }))}
        />
      )}
      {isDone && (
        <Result
          status="success"
          title="操作成功"
          subTitle={done}
          extra={[
            <Button key="again" type="primary" onClick={onAgain}>
              再填一次
            </Button>,
            <Button key="close" onClick={onClose}>
              返回
            </Button>,
          ]}
        />
      )}
    </>
  )
}

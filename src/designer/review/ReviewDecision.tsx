import { Alert, Button } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
import { useUnsaved } from '#runtime/host/useUnsaved.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { designApi } from '../api.ts'

interface Props {
  review: string
  canApprove: boolean
  onChange(): void
}

/** The decision of the reviewer, with a sentence for the author. */
export function ReviewDecision({ review, canApprove, onChange }: Props) {
  const { http, notify } = useServices()
  const [answer, setAnswer] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  useUnsaved(
    () => answer.trim() !== '',
    () => setAnswer(''),
  )
  const decide = async (isApproval: boolean) => {
    setBusy(true)
    setFailure('')
    try {
      const { message } = await designApi(http).decideReview(review, { isApproval, answer: answer.trim() })
      notify('success', message)
      onChange()
    } catch (error) {
      setFailure(errorMessage(error))
    }
    setBusy(false)
  }
  return (
    <div className="view-review-decision">
      {failure && <Alert type="error" showIcon message={failure} />}
      <TextArea
        aria-label="结论的说明"
        placeholder="为什么同意或退回（可不填）"
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <div className="view-design-choices">
        <Button loading={isBusy} onClick={() => void decide(false)}>
          退回
        </Button>
        <Button type="primary" loading={isBusy} disabled={!canApprove} onClick={() => void decide(true)}>
          同意
        </Button>
      </div>
    </div>
  )
}

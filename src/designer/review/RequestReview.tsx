import { Alert } from 'antd'
import type { Design } from '../draft/useDesign.ts'
import { ReviewerDialog } from './ReviewerDialog.tsx'

interface Props {
  design: Design
  onClose(): void
}

/** Sends the draft to a person who may release it. */
export function RequestReview({ design, onClose }: Props) {
  const { api, id } = design.session
  return (
    <ReviewerDialog
      id={id}
      rule="发布前要有另一个人同意现在的草稿；同意以后又改过的要重新审。"
      isDisabled={!design.isChanged}
      onSend={async (request) => {
        // The review is of the draft as the server has it.
        await design.session.saveNow()
        const { draft } = await api.source(id)
        return await api.requestReview(id, { ...request, previous: draft?.version ?? '' })
      }}
      onClose={onClose}
    >
      {!design.isChanged && <Alert type="info" showIcon message="草稿与现在用的相同，没有要审的" />}
    </ReviewerDialog>
  )
}

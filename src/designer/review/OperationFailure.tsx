import { Alert, Button } from 'antd'
import { useState } from 'react'
import { AppError } from '#runtime/kernel/errors.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { designApi, type ReviewedOperation } from '../api.ts'
import { ReviewerDialog } from './ReviewerDialog.tsx'

interface Props {
  error: unknown
  /** The id of the document that is removed or gives the name. */
  id: string
  operation: ReviewedOperation
}

/** Why an operation on a document failed; one that somebody else has to approve first can be sent for review. */
export function OperationFailure({ error, id, operation }: Props) {
  const { http } = useServices()
  const [isAsking, setAsking] = useState(false)
  const needsReview = error instanceof AppError && error.reason === 'DESIGN_REVIEW_OPERATION'
  return (
    <>
      <Alert
        type={needsReview ? 'warning' : 'error'}
        showIcon
        message={errorMessage(error)}
        action={
          needsReview && (
            <Button size="small" onClick={() => setAsking(true)}>
              请人审核
            </Button>
          )
        }
      />
      {isAsking && (
        <ReviewerDialog
          id={id}
          rule="他同意以后，回到这里再做一次；文档在那以前又改过的要重新审。"
          onSend={(request) => designApi(http).requestReview(id, { ...request, operation })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

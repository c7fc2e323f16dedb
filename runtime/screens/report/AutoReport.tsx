import { useEffect } from 'react'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage, findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { ReportView } from './ReportView.tsx'
import { useAnswers } from './useAnswers.ts'

/** A report drawn from its description by a contract server, with or without a document. */
export function AutoReport({ code }: { code: string }) {
  const { notify } = useServices()
  const { plan, error, again } = useAnswers(code)
  const refusal = findErrorCode(error) === 'NO_DATA_PERMISSION' ? errorMessage(error) : null
  useEffect(() => {
    if (refusal) notify('warning', refusal)
  }, [refusal, notify])
  if (plan)
    return (
      <Dictionaries key={code} codes={plan.needs}>
        <ReportView plan={plan} />
      </Dictionaries>
    )
  if (!error) return <div className="pro-sheet" aria-busy="true" />
  return (
    <div className="pro-sheet">
      {refusal ? (
        <StateNote title={refusal} text="查看这张报表需要授权。" />
      ) : (
        <LoadFailure title="报表没有加载出来" error={error} onRetry={again} />
      )}
    </div>
  )
}

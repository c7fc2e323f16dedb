import { useEffect, useState } from 'react'
import { failureNumber } from '#runtime/host/failures.ts'

/** 编号 and the number of a failure in the log of the server, as soon as it is known. */
export function FailureNumber({ error }: { error: unknown }) {
  const [number, setNumber] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    void failureNumber(error).then((loaded) => isCurrent && setNumber(loaded))
    return () => {
      isCurrent = false
    }
  }, [error])
  return number === null ? null : <small className="pro-number">编号 {number}</small>
}

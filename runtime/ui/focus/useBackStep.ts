import { useEffect, useRef } from 'react'
import { addBackStep } from '#runtime/host/back-step.ts'

/** While the component is mounted and `isActive`, the browser's Back calls `onBack` instead of leaving the page. */
export function useBackStep(onBack: () => void, isActive = true): void {
  const latest = useRef(onBack)
  latest.current = onBack
  useEffect(() => {
    return isActive ? addBackStep(() => latest.current()) : undefined
  }, [isActive])
}

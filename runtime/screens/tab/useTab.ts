import { useMemo } from 'react'
import { headScreen } from '#runtime/schema/sub-screen.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/** The screen as its records open: a page of their own, unless the document says otherwise; each detail is a tab of it. */
export function useTab(screen: ScreenDocument): ScreenDocument {
  return useMemo(() => ({ ...headScreen(screen), form: { open: 'page' as const, ...screen.form } }), [screen])
}

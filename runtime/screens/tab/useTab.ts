import { useMemo } from 'react'
import { headScreen } from '#runtime/schema/compose/sub-screen.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/**
 * The screen for a tabbed form: a page of its own unless the document declares otherwise; each detail table is a tab.
 */
export function useTab(screen: ScreenDocument): ScreenDocument {
  return useMemo(() => ({ ...headScreen(screen), form: { open: 'page' as const, ...screen.form } }), [screen])
}

import type { FormDocument } from '#runtime/schema/types.ts'
import type { useFormDocument } from './useFormDocument.ts'

/** A form that is filled step by step: its tabs, one after another. */
export interface Steps {
  titles: readonly string[]
  at: number
  /** Absent at the first step. */
  back?: () => void
  /** Goes to the next step when this one has no problems; absent at the last one, which submits. */
  next?: () => Promise<void>
}

type State = Pick<ReturnType<typeof useFormDocument>, 'session' | 'tab' | 'setTab' | 'check'>

/** The steps of a form; undefined for one without, and until its values are loaded. */
export function useSteps(document: FormDocument, { session, tab, setTab, check }: State): Steps | undefined {
  const { tabs = [] } = session?.plan ?? {}
  if (!document.steps || tabs.length === 0) return undefined
  const at = Math.max(
    0,
    tabs.findIndex(({ name }) => name === tab),
  )
  const [before, now, after] = [tabs[at - 1], tabs[at], tabs[at + 1]]
  return {
    titles: tabs.map(({ title }) => title),
    at,
    ...(before && { back: () => setTab(before.name) }),
    ...(after && {
      next: async () => {
        if (now && (await check(now.keys))) setTab(after.name)
      },
    }),
  }
}

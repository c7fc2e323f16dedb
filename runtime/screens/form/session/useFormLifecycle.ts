import { useCallback, useRef, useState } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'
import { useUnsaved } from '#runtime/host/useUnsaved.ts'
import { listProblems } from '#runtime/kernel/errors.ts'
import { useServices } from '#runtime/services/services.tsx'
import { textToShow } from '#runtime/ui/errors/error-message.ts'
import { assignProblems, getFieldKey } from '../save/problems.ts'
import type { Session } from '../session.ts'

/**
 * The common behaviour of forms, independent of their data: tab title, caret, one submission at a time, unsaved
 * changes.
 */
export function useFormLifecycle(
  session: Session | null,
  canLose: boolean,
  forget?: () => void,
  /** Typed values stored nowhere yet: an undecided conflict. */
  isPending = false,
) {
  const { notify } = useServices()
  const page = usePage()
  const isBusy = useRef(false)
  const [isSaving, setSaving] = useState(false)
  const [tab, setTab] = useState<string>()
  /** The head is folded, so that a detail table has its space. */
  const [isFolded, setFolded] = useState(false)
  const isDone = useRef(false)
  const isUnsaved = useCallback(
    () => !isDone.current && canLose && (isPending || (session?.model.isChanged ?? false)),
    [session, canLose, isPending],
  )
  /** The input was discarded or sent: no confirmation is needed any more. */
  const discard = () => {
    isDone.current = true
  }
  useUnsaved(isUnsaved, () => {
    forget?.()
    discard()
  })

  /** Reveals and focuses the field or detail cell of a path. */
  const focus = (path: string) => {
    const name = getFieldKey({ path })
    const field = session?.plan.fields.get(name)
    if (field?.tab) setTab(field.tab)
    else if (field) setFolded(false)
    setTimeout(() => {
      const [place] = page.findAll(`.pro-form [data-key="${name}"]`)
      place?.scrollIntoView?.({ block: 'nearest' })
      if (session?.model.reveal(path)) return
      place?.querySelector<HTMLElement>('[aria-invalid="true"], input, textarea, [tabindex]')?.focus()
    })
  }

  return {
    tab,
    setTab,
    isFolded,
    setFolded,
    focus,
    isSaving,
    isUnsaved,
    discard,
    /** Runs the function unless the previous run is still in progress. */
    once: async (run: () => Promise<void>): Promise<void> => {
      if (isBusy.current) return
      isBusy.current = true
      setSaving(true)
      try {
        await run()
      } finally {
        isBusy.current = false
        setSaving(false)
      }
    },
    /** Shows a refusal at the fields that it names, else as a notice. */
    refuse: (error: unknown, session: Session) => {
      const show = (text: string | null) => text && notify('warning', text)
      const problems = listProblems(error)
      if (problems.length === 0) show(textToShow(error))
      const lost = assignProblems(session, session.model.showProblems(problems))
      for (const problem of lost) show(problem.text)
      if (problems[0]) focus(problems[0].path)
    },
  }
}

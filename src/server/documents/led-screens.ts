import { getActions } from '#runtime/schema/action-codes.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { Action, Field, ScreenDocument, StoredScreen } from '#runtime/schema/types.ts'
import type { DocumentRegistry } from './library/registry.ts'

/** The filter of a list by the tasks of its user. No field of a document has such a key. */
export const taskFilter = {
  key: '_task',
  title: '我的办理',
  type: 'select',
  options: [
    { value: 'todo', text: '我的待办' },
    { value: 'done', text: '我的已办' },
  ],
  query: 'eq',
} as const satisfies Field

/** What a list gets besides what its document has: the filter, and a button that decides what waits for the user. */
export function taskParts(screen: StoredScreen): Pick<ScreenDocument, 'filters' | 'actions'> {
  const { toolbar, ...actions } = getActions(screen)
  return {
    filters: [{ ...taskFilter, options: [...taskFilter.options] }],
    actions: { ...actions, toolbar: [...toolbar, passAction] },
  }
}

const passAction: Action = {
  code: 'passTasks',
  title: '批量同意',
  batch: true,
  needs: 'bpm:todo:list',
  view: 'workflow-pass',
}

const byEntries = new WeakMap<ReturnType<DocumentRegistry['entries']>, ReadonlySet<string>>()

/** Whether a workflow leads the records of a screen. */
export function isLed(documents: Pick<DocumentRegistry, 'entries'>, screen: string): boolean {
  const entries = documents.entries()
  let led = byEntries.get(entries)
  if (!led) {
    led = new Set(entries.flatMap(({ document }) => asDocumentWith(document, 'leadsRecords')?.screen ?? []))
    byEntries.set(entries, led)
  }
  return led.has(screen)
}

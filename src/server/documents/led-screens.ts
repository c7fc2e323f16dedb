import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { Field } from '#runtime/schema/types.ts'
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

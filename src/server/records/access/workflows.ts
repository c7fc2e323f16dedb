import { fieldValues } from '#runtime/fields/values.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { isPartOnly } from '#runtime/schema/kinds/workflow/check-subs.ts'
import { expandWorkflow } from '#runtime/schema/kinds/workflow/expand.ts'
import type { WorkflowDocument } from '#runtime/schema/kinds/workflow/shape.ts'
import { hashDocument } from '../../documents/validate.ts'
import { getResource, type Resource } from '../resource.ts'
import type { SearchedDocuments } from '../screen-search.ts'

export interface ServedWorkflow {
  document: WorkflowDocument
  /** Names the content of the document and of the workflows whose steps it has. */
  hash: string
}

/** The documents of all workflows, as they are written. */
export const workflowDocuments = (documents: SearchedDocuments): WorkflowDocument[] =>
  documents.entries().flatMap(({ document }) => asDocumentWith(document, 'leadsRecords') ?? [])

const byScreen = new WeakMap<
  ReturnType<SearchedDocuments['entries']>,
  ReadonlyMap<string, ServedWorkflow[]>
>()

/** The workflows of a screen, those with a condition first. */
export function listWorkflows(documents: SearchedDocuments, screen: string): readonly ServedWorkflow[] {
  const entries = documents.entries()
  let found = byScreen.get(entries)
  if (!found) {
    const lists = new Map<string, ServedWorkflow[]>()
    const workflows = workflowDocuments(documents)
    const find = (id: string) => workflows.find((entry) => entry.id === id)
    for (const workflow of workflows) {
      if (isPartOnly(workflow, workflows)) continue
      const document = expandWorkflow(workflow, find)
      const served = { document, hash: hashDocument(document) }
      lists.set(workflow.screen, [...(lists.get(workflow.screen) ?? []), served])
    }
    for (const list of lists.values())
      list.sort(
        (first, second) =>
          Number(first.document.when === undefined) - Number(second.document.when === undefined),
      )
    found = lists
    byScreen.set(entries, found)
  }
  return found.get(screen) ?? []
}

/** The screen of a workflow, compiled; undefined while no such screen is served. */
export function openScreen(documents: SearchedDocuments, screen: string): Resource | undefined {
  const entry = documents.screen(screen)
  return entry && getResource(entry.document, entry.documentHash, fieldValues)
}

/** Whether a move of a screen may submit its records to a workflow; such a move has no undo, the starter withdraws it. */
export const startsWorkflow = (documents: SearchedDocuments, screen: string, move: string): boolean =>
  listWorkflows(documents, screen).some(({ document }) => document.start === move)

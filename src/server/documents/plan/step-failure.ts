import { getTitle } from '#runtime/schema/derive.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { type Field, isDetail } from '#runtime/schema/types.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { Step } from './plan-step.ts'
import { getColumnName } from './tables.ts'

/** A step of a plan that the database refused; `cause` is its error. */
export class StepFailure extends Error {
  constructor(
    readonly step: Step,
    cause: unknown,
  ) {
    super(step.text, { cause })
  }
}

export async function runStep(trx: Trx, step: Step): Promise<void> {
  try {
    await step.statement.execute(trx)
  } catch (error) {
    throw new StepFailure(step, error)
  }
}

/** The fields of a table of the documents: of a head, or of a detail. */
const listFields = (documents: readonly Document[], table: string): readonly Field[] =>
  documents.flatMap((document) => {
    const screen = asDocumentWith(document, 'hasTable')
    if (!screen) return []
    const details = screen.fields.filter(isDetail).filter((detail) => detail.table?.name === table)
    return screen.table?.name === table ? screen.fields : details.flatMap(({ fields }) => fields)
  })

/** A step in words, with the field whose column it changes. */
export function describeStep({ table, column, text }: Step, documents: readonly Document[]): string {
  const field =
    column === undefined
      ? undefined
      : listFields(documents, table).find((entry) => !isDetail(entry) && getColumnName(entry) === column)
  return field ? `字段「${getTitle(field)}」${text}` : text
}

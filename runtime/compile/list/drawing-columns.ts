import { formFields, isReadOnly } from '#runtime/schema/derive.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import type { CompileEnv } from '../compile-env.ts'
import { readColumns } from '../list.ts'
import type { Column, ListPlan } from '../plan.ts'

/** The columns from which a drawing of records takes its texts: those of the list, and any field that the user may see. */
export interface DrawingColumns {
  columns: readonly Column[]
  findColumn(key: string | undefined): Column | undefined
  /** The named column; without one the column that opens a record. */
  findTitle(key: string | undefined): Column | undefined
  /** Whether the user cannot change the field in the form of an existing record. */
  isFixed(column: Column): boolean
}

export function drawingColumns(
  screen: ScreenDocument,
  { columns }: Pick<ListPlan, 'columns'>,
  env: CompileEnv,
): DrawingColumns {
  const findColumn = (key: string | undefined) =>
    key === undefined ? undefined : readColumns({ ...screen, list: { fields: [key] } }, env)[0]
  const edited = formFields(screen, 'edit')
  return {
    columns,
    findColumn,
    findTitle: (key) => findColumn(key) ?? columns.find(({ isLink }) => isLink) ?? columns[0],
    isFixed: ({ field }) =>
      isReadOnly(field) ||
      !edited.some(({ key }) => key === field.key) ||
      (field.access?.edit !== undefined && !env.can(field.access.edit)),
  }
}

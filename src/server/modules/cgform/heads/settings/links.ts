import type { StoredScreen } from '#runtime/schema/types.ts'

/** The other documents that the fields of a form refer to. */
export interface Links {
  /** The screen that has a table. */
  findScreen(table: string): StoredScreen | undefined
  /** The code of a picker: of this code, or the first over the table or the report of this name. */
  findPicker(name: string): string | undefined
}

import type { Block } from '#runtime/schema/kinds/panel/shape.ts'

export type EntrySource = Block<'entries'>['sources'][number]

/** The records of an entries block as the table block that requests them. */
export const entryTable = ({
  screen,
  query,
  sort,
  pageSize,
  tag,
  text,
  note,
}: EntrySource): Block<'table'> => ({
  type: 'table',
  source: { screen, query, sort, pageSize },
  fields: [...(tag ? [tag] : []), text, ...(note ?? [])],
})

import { parseExpression } from '../../kernel/expression.ts'
import type { Pane } from '../../schema/types.ts'

/** Whether the records of a pane belong to the row itself: then the row must be stored on the server. */
export const readsRowId = ({ bind }: Pane): boolean =>
  Object.values(bind).some((source) => {
    const read =
      typeof source === 'string' && source.startsWith('=') ? parseExpression(source.slice(1)) : null
    return read?.ok === true && read.value.names.includes('row.id')
  })

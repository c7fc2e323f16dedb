import { findMask } from '#runtime/kernel/text/mask.ts'
import { unmaskCode } from '#runtime/schema/action-codes.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import type { CompileEnv } from '../compile-env.ts'
import type { Column } from '../plan.ts'

/** The columns by whose values a user may group the rows: those that the server orders and counts by. */
export const groupKeys = (
  screen: ScreenDocument,
  columns: readonly Column[],
  { can }: Pick<CompileEnv, 'can'>,
): ReadonlySet<string> =>
  new Set(
    columns
      .filter(({ field, type }) => {
        const isHidden = findMask(field) !== undefined && !can(unmaskCode(screen))
        const isStored = field.persist !== false && field.from === undefined
        const isSingle = !('multi' in field && field.multi === true)
        return type.canGroup === true && isStored && isSingle && !isHidden
      })
      .map(({ key }) => key),
  )

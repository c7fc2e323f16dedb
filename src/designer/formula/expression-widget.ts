import { useMemo } from 'react'
import { useWidgets, type Widgets } from '#runtime/contract/widgets.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import { useExpressionPlace } from './expression-place.ts'

/** The name under which panels draw an expression; it is registered in them alone, so no document can name it. */
export const expressionWidget = 'designer-expression'
/** The same of a value that is fixed or an expression. */
export const valueWidget = 'designer-value'

export const ExpressionControl = lazyControl(
  async () => (await import('./ExpressionControl.tsx')).ExpressionControl,
)
const ValueControl = lazyControl(async () => (await import('./ValueControl.tsx')).ValueControl)

/** The widgets with the editor of expressions; null where no document is open. */
export function useExpressionWidgets(): Widgets | null {
  const widgets = useWidgets()
  const hasPlace = useExpressionPlace() !== null
  return useMemo(
    () =>
      hasPlace
        ? new Map([
            ...widgets,
            [expressionWidget, { Control: ExpressionControl }],
            [valueWidget, { Control: ValueControl }],
          ])
        : null,
    [widgets, hasPlace],
  )
}

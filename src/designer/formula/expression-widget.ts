import { useMemo } from 'react'
import { useWidgets, type Widgets } from '#runtime/contract/widgets.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import { useExpressionPlace } from './expression-place.ts'

/** The names under which panels draw values by what they hold; they are registered in panels alone, so no document can name them. */
export const widgetsByHold = {
  expression: 'designer-expression',
  value: 'designer-value',
  text: 'designer-text',
} as const

export const ExpressionControl = lazyControl(
  async () => (await import('./ExpressionControl.tsx')).ExpressionControl,
)
const TextControl = lazyControl(async () => (await import('./TextControl.tsx')).TextControl)
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
            [widgetsByHold.expression, { Control: ExpressionControl }],
            [widgetsByHold.value, { Control: ValueControl }],
            [widgetsByHold.text, { Control: TextControl }],
          ])
        : null,
    [widgets, hasPlace],
  )
}

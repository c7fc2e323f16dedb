import type Type from 'typebox'
import type { LayoutName } from '../../../layouts/plans.ts'

/** The properties of a list layout that other layouts do not have. */
export interface LayoutShape<
  List extends Type.TProperties = Type.TProperties,
  Screen extends Type.TProperties = Type.TProperties,
> {
  name: LayoutName
  /** Its properties of `list`. */
  list: List
  /** Its properties of the screen. */
  screen: Screen
}

export const defineLayoutShape = <List extends Type.TProperties, Screen extends Type.TProperties>(
  definition: LayoutShape<List, Screen>,
): LayoutShape<List, Screen> => definition

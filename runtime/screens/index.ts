import type { ComponentType } from 'react'
import type { ScreenDocument } from '../schema/types.ts'
import { ListScreen } from './list/ListScreen.tsx'

/** The kinds of screen there are, by `list.layout`. */
export const screenKinds: Readonly<Record<string, ComponentType<{ screen: ScreenDocument }>>> = {
  normal: ListScreen,
}

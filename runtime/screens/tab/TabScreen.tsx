import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ListScreen } from '../list-kit/ListScreen.tsx'
import { useTab } from './useTab.ts'

/** A list, and its records as tabs: the head, then each detail. */
export const TabScreen = ({ screen }: { screen: ScreenDocument }) => <ListScreen screen={useTab(screen)} />

import type { AnyFieldType } from './contract.ts'

const selectionGroups: readonly AnyFieldType['designer']['group'][] = ['choice', 'tree', 'picker']

/** Whether a value of this type is typed; of the others it is chosen, and what is typed only looks for it. */
export const isFreeText = ({ designer }: Pick<AnyFieldType, 'designer'>): boolean =>
  !selectionGroups.includes(designer.group)

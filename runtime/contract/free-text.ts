import type { AnyFieldType } from './contract.ts'

const selectionGroups: readonly AnyFieldType['designer']['group'][] = ['choice', 'tree', 'picker']

/** Whether values of this type are typed; values of other types are selected, and typed text only searches them. */
export const isFreeText = ({ designer }: Pick<AnyFieldType, 'designer'>): boolean =>
  !selectionGroups.includes(designer.group)

import { type ChoiceSettings, choiceValue } from '../parts/choice.ts'

export interface LinkDownSettings extends Pick<ChoiceSettings, 'dictWhere'> {
  dictCode: string
  /** The keys of this record that the further choices go to, in order. */
  destFields: string[]
  /** The further choices: of the items of `dictCode` those whose `by` is what was chosen before. */
  next: { dictCode: string; by: string }[]
}

/** The first of a chain of choices; the others are values of their own fields. */
export const linkDownValue = choiceValue<LinkDownSettings>('link_down')

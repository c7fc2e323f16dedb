import Type from 'typebox'
import { choiceSettings } from '#runtime/schema/language/field.ts'

export const selectSettings = {
  ...choiceSettings,
  allowInput: Type.Optional(Type.Boolean()),
  allowSearch: Type.Optional(Type.Boolean()),
}

export const radioSettings = choiceSettings

/** On is the first option, off the second; Y and N without options. */
export const switchSettings = { options: Type.Optional(choiceSettings.options) }

const State = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

export const checkboxSettings = {
  customValue: Type.Optional(Type.Tuple([State, State])),
  defaultChecked: Type.Optional(Type.Boolean()),
}

export const selSearchSettings = { dictCode: Type.String({ minLength: 1, maxLength: 200 }) }

const { valueType: _, ...multiChoiceSettings } = choiceSettings

/** Values are text: they are kept joined by commas. */
export const listMultiSettings = multiChoiceSettings

/** Values are text, as in `list_multi`. */
export const checkboxGroupSettings = listMultiSettings

export const tagsSettings = {}

export const choiceFamilySettings = {
  select: selectSettings,
  radio: radioSettings,
  switch: switchSettings,
  checkbox: checkboxSettings,
  sel_search: selSearchSettings,
  list_multi: listMultiSettings,
  checkbox_group: checkboxGroupSettings,
  tags: tagsSettings,
}

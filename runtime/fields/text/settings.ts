import Type from 'typebox'

/** Plain text says nothing beyond what every field may say. */
export const inputSettings = {}

export const textareaSettings = { rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })) }

/** A secret says nothing beyond what every field may say. */
export const passwordSettings = {}

export const inputPopSettings = {}

export const textFamilySettings = {
  input: inputSettings,
  textarea: textareaSettings,
  password: passwordSettings,
  input_pop: inputPopSettings,
}

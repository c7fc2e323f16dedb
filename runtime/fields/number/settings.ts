import Type from 'typebox'

/** `length` and `scale`, which limit a number, are common to all fields. */
export const inputNumberSettings = {}

/** Bounds are 0 and 100, the step is 1, unless the field says others. */
export const sliderSettings = {
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
}

/** Percent, always: the bar has no other bounds. */
export const progressSettings = {}

export const numberFamilySettings = {
  inputNumber: inputNumberSettings,
  slider: sliderSettings,
  progress: progressSettings,
}

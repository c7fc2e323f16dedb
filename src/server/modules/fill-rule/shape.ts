import Type from 'typebox'

const Code = Type.String({ minLength: 1, maxLength: 64 })
const FormData = Type.Record(Type.String(), Type.Unknown())

export const RuleParams = Type.Object({ ruleCode: Code })

/** Without a code the list is empty. */
export const ListedRule = Type.Object({ ruleCode: Type.Optional(Type.String({ maxLength: 64 })) })

/** The values of the form, which clients of the contract send; no part of a rule reads them. */
export const ExecuteBody = Type.Union([FormData, Type.Null()])

export const BatchBody = Type.Object({
  commonFormData: Type.Optional(Type.Union([FormData, Type.Null()])),
  rules: Type.Array(
    Type.Object({ ruleCode: Code, formData: Type.Optional(Type.Union([FormData, Type.Null()])) }),
    { maxItems: 50 },
  ),
})

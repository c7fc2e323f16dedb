import Type from 'typebox'

const closed = { additionalProperties: false }

const Part = Type.String({ minLength: 1, maxLength: 60 })

export const FormParams = Type.Object({ group: Part, name: Part })

export const SubmissionBody = Type.Object(
  {
    visit: Type.String({ minLength: 1, maxLength: 200 }),
    ticket: Type.String({ maxLength: 200 }),
    website: Type.Optional(Type.String({ maxLength: 200 })),
    values: Type.Record(
      Type.String({ maxLength: 64 }),
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
      { maxProperties: 200 },
    ),
  },
  closed,
)

export const StateBody = Type.Object({ secret: Type.String({ minLength: 1, maxLength: 100 }) }, closed)
